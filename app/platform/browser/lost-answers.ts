/** What an action says that says nothing, as turbo-stream writes it for Remix (v2): `{ data: null }`. */
const nothing = '[{"_1":-5},"data"]\n';

/**
 * On pages with React, which send a form themselves: where no answer comes, the form stays with what was filled in, says so,
 * and can be pressed again (docs/product.md#crash-page). Wraps what `watchErrors` has wrapped before: in the other order
 * it would be called with a `Request` alone.
 */
export function keepLostPresses(): void {
  const { fetch } = window;
  let form: HTMLFormElement | undefined;
  let notice: HTMLElement | undefined;
  addEventListener("submit", ({ target }) => {
    form = target as HTMLFormElement;
    notice?.remove();
  });
  window.fetch = async (input, init) => {
    const isPress = init?.method === "POST" && /\.data(\?|$)/.test(String(input));
    if (!isPress) return fetch.call(window, input, init);
    try {
      return await wholeAnswer(fetch.call(window, input, init));
    } catch (fault) {
      // It was left, or pressed again.
      if (init.signal?.aborted || !form?.isConnected) throw fault;
      notice = sayLost(form);
      // A refusal: after one, Remix reads nothing anew.
      return new Response(nothing, { status: 503 });
    }
  };
}

/** @throws where none comes, or only a part, or that of a proxy in the app's place: the app's own bear one of the headers */
async function wholeAnswer(sent: Promise<Response>): Promise<Response> {
  const answer = await sent;
  const { headers } = answer;
  if (!headers.has("x-remix-response") && !headers.has("x-request-id"))
    throw new Error("no answer");
  await answer.clone().arrayBuffer();
  return answer;
}

function sayLost(form: HTMLFormElement): HTMLElement {
  const notice = document.createElement("div");
  notice.className = "form-summary mb-3";
  notice.setAttribute("role", "alert");
  notice.tabIndex = -1;
  notice.textContent = "No answer came. Please press again: it counts once.";
  form.prepend(notice);
  notice.focus();
  return notice;
}
