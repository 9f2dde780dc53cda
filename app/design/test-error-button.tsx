import { FormToken } from "~/design/form-token";
import { scriptHook } from "~/platform/values/script-hooks";
import { buttonStyle } from "./button.tsx";

/** Shown with `?showerrbtn=plz`. Throws on the server and, with JavaScript, in the browser too (docs/product.md#test-error). */
export function TestErrorButton({ action }: { action: string }) {
  return (
    <form
      method="post"
      action={action}
      {...scriptHook("test-error")}
      className="fixed end-4 bottom-4 z-50"
    >
      <FormToken />
      <button type="submit" className={buttonStyle("danger", "shadow-float")}>
        Throw a test error
      </button>
    </form>
  );
}
