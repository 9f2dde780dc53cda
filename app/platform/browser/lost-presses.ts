/**
 * On pages with React, which send a form themselves: where no answer comes, the form stays with what was filled in, says so,
 * and offers to send it again (docs/product.md#crash-page).
 */
export function keepLostPresses(): void {
  const { fetch } = window;
  let form: Element | undefined;
  addEventListener("submit", ({ target }) => {
    form = target as HTMLFormElement;
  });
  window.fetch = async (input, init) => {
    const isPress = init?.method === "POST" && /\.data(\?|$)/.test(String(input));
    if (!isPress) return fetch.call(window, input, init);
    for (;;) {
      try {
        return await wholeAnswer(fetch.call(window, input, init));
      } catch (fault) {
        // It was left, or sent anew.
        if (init.signal?.aborted || !form?.isConnected) throw fault;
        await pressedAgain(form, init.signal);
      }
    }
  };
}

/** @throws where none comes, or only a part, or a proxy answers in the app's place: its own answers to a press bear the header */
async function wholeAnswer(sent: Promise<Response>): Promise<Response> {
  const answer = await sent;
  const { status, headers } = answer;
  if (status >= 502 && status <= 504 && !headers.has("x-remix-response"))
    throw new Error(`no answer: ${status}`);
  await answer.clone().arrayBuffer();
  return answer;
}

/** @throws what the signal is aborted with */
async function pressedAgain(form: Element, signal?: AbortSignal | null): Promise<void> {
  const notice = document.createElement("div");
  notice.className = "form-summary";
  notice.setAttribute("role", "alert");
  const again = document.createElement("button");
  again.type = "button";
  again.className = "block underline underline-offset-4";
  again.textContent = "Try again";
  notice.append("No answer came. What you filled in is still here. ", again);
  form.append(notice);
  again.focus();
  try {
    await new Promise((resolve, reject) => {
      again.onclick = resolve;
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  } finally {
    notice.remove();
  }
}
