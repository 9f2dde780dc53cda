import { SubmitButton } from "~/components/button";
import { Field } from "~/components/field";
import { emailPattern, passwordPattern, shortPassword, wrongEmail } from "~/domain/validation";
import { addresses } from "~/web/addresses";

/** What a credentials link shows instead of the way to the sign-in page: the form, filled in (contract 9). */
export function WelcomeBack({ email, password }: { email: string; password: string }) {
  return (
    <section
      aria-labelledby="welcome-back"
      className="rounded-[2rem] border border-line bg-surface p-6 shadow-float sm:p-9"
    >
      <h2 id="welcome-back" className="text-3xl font-extrabold tracking-tight">
        Welcome back
      </h2>
      <p className="mt-2 text-muted">Your details are filled in. One tap and you are there.</p>
      <form method="post" action={addresses.signIn} noValidate className="mt-6 flex flex-col gap-5">
        <Field
          name="email"
          type="email"
          label="Email"
          autoComplete="username"
          inputMode="email"
          defaultValue={email}
          pattern={emailPattern}
          message={wrongEmail}
        />
        <Field
          name="password"
          type="password"
          label="Password"
          autoComplete="current-password"
          defaultValue={password}
          pattern={passwordPattern}
          message={shortPassword}
        />
        <a
          href={addresses.accessRecovery}
          className="-mt-2 self-end py-1 font-semibold text-blue-ink underline-offset-4 hover:underline"
        >
          Forgot password?
        </a>
        <SubmitButton>Sign in</SubmitButton>
      </form>
    </section>
  );
}
