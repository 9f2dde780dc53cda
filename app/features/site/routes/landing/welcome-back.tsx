import { SubmitButton } from "~/design/button";
import { CredentialFields } from "~/design/credential-fields";
import { FormToken } from "~/design/form-token";
import { addresses } from "~/platform/values/addresses";

/** Shown after a credentials link instead of the hero image: the sign-in form, filled in (docs/product.md#credentials-link). */
export function WelcomeBack({ email, password }: { email: string; password: string }) {
  return (
    <section
      aria-labelledby="welcome-back"
      className="rounded-[2rem] border border-line bg-surface p-6 shadow-float sm:p-9"
    >
      <h2 id="welcome-back" className="text-3xl font-extrabold tracking-tight">
        Welcome back
      </h2>
      <p className="mt-2 text-muted">Your details are filled in. One tap and you are signed in.</p>
      <form method="post" action={addresses.signIn} noValidate className="mt-6 flex flex-col gap-5">
        <FormToken />
        <CredentialFields email={email} password={password} />
        <SubmitButton>Sign in</SubmitButton>
      </form>
    </section>
  );
}
