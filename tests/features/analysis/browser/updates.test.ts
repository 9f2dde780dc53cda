import { afterEach, expect, test, vi } from "vitest";
import { reloadOnUpdate } from "../../../../app/features/analysis/browser/updates.ts";

afterEach(() => vi.unstubAllGlobals());

test("a page that comes back from the back-forward cache waits on, and its first showing opens nothing twice", () => {
  const page = new EventTarget();
  const opened: FakeSource[] = [];
  class FakeSource extends EventTarget {
    isOpen = true;
    readonly address: string;
    constructor(address: string) {
      super();
      this.address = address;
      opened.push(this);
    }
    close() {
      this.isOpen = false;
    }
  }
  const reload = vi.fn();
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("document", {
    querySelector: () => ({ getAttribute: () => "/updates?seen=processing" }),
  });
  const show = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

  reloadOnUpdate();
  show(false);
  page.dispatchEvent(new Event("pagehide"));
  expect(opened.map(({ isOpen }) => isOpen)).toEqual([false]);
  show(true);
  expect(opened.map(({ isOpen, address }) => [isOpen, address])).toEqual([
    [false, "/updates?seen=processing"],
    [true, "/updates?seen=processing"],
  ]);
  opened[1]?.dispatchEvent(new Event("changed"));
  expect(reload).toHaveBeenCalledOnce();
});
