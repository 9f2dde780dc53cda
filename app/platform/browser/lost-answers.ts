/** What an action says that says nothing, as turbo-stream writes it for Remix (v2): `{ data: null }`. */
const nothing = '[{"_1":-5},"data"]\n';

const lost =
  '<div class="form-summary mb-3" role="alert" tabindex="-1">No answer came. Please press again: it counts once.</div>';

declare global {
  interface Window {
    /** Remix's own. Its location is that of the page that is shown; `location` is ahead of it once somebody goes back. */
    __remixRouter?: { state: { location: { pathname: string } } };
  }
}

/** Milliseconds after which no answer counts as none: on a silent connection a browser waits for minutes, in one of its few places. */
const patience = 20_000;

/** Milliseconds after which a page is read anew once more, where no answer came. */
const readAgainAfter = 3_000;

/**
 * On pages with React, which send a form and read a page anew themselves: where no answer comes to a form, it stays with what
 * was filled in, says so, and can be pressed again (docs/product.md#crash-page); a page stays as it is, and is read until
 * an answer comes. Wraps what `watchErrors` has wrapped before: in the other order it would be called with a `Request` alone.
 */
export function keepPageWithoutAnswer(): void {
  const { fetch } = window;
  let form: HTMLFormElement | undefined;
  let notice: HTMLElement | undefined;
  addEventListener("submit", ({ target }) => {
    form = target as HTMLFormElement;
    notice?.remove();
  });
  window.fetch = async (input, init) => {
    const { pathname } = input as Partial<URL>;
    const isPress = init?.method === "POST" && pathname?.endsWith(".data");
    if (!isPress && pathname !== `${window.__remixRouter?.state.location.pathname}.data`)
      return fetch.call(window, input, init);
    const { signal } = init ?? {};
    // Older browsers cannot join two signals. After a whole answer, it ends nothing.
    const own = new AbortController();
    const end = () => own.abort();
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end);
    setTimeout(end, patience);
    try {
      return await wholeAnswer(fetch.call(window, input, { ...init, signal: own.signal }));
    } catch (fault) {
      // It was left, or asked again.
      if (signal?.aborted) throw signal.reason ?? fault;
      if (isPress && form?.isConnected) {
        form.insertAdjacentHTML("afterbegin", lost);
        notice = form.firstElementChild as HTMLElement;
        notice.focus();
        // A refusal: after one, Remix reads nothing anew.
        return new Response(nothing, { status: 503 });
      }
      // A proxy that asks who it is shows that once the page of faults is loaded anew.
      if (isPress || (fault instanceof Response && fault.status < 500))
        throw new Error("no answer");
      await new Promise((done) => setTimeout(done, readAgainAfter));
      return window.fetch(input, init);
    }
  };
}

/** The app's own, as `nextRequestId` writes them (app/listener.server.ts). Proxies have such a header as well, or add theirs. */
const ownRequestId = /(^|, )[\w-]{8}-[\da-z]+(,|$)/;

/** @throws where none comes, or only a part; the answer of a proxy in the app's place: the app's own bear one of the headers */
async function wholeAnswer(sent: Promise<Response>): Promise<Response> {
  const answer = await sent;
  const { headers } = answer;
  const isOwn = ownRequestId.test(`${headers.get("x-request-id")}`);
  if (!headers.has("x-remix-response") && !isOwn) throw answer;
  await answer.clone().arrayBuffer();
  return answer;
}
