import { Link, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { buttonStyle } from "~/design/button";
import type { StepProps, StepTexts } from "../step-parts.tsx";

function StepBody({ page: { texts, continues } }: StepProps) {
  const navigate = useNavigate();
  const isIdle = useNavigation().state === "idle";
  useEffect(() => {
    if (!continues || !isIdle) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => navigate(continues.to, { replace: true, preventScrollReset: true }),
        continues.after,
      );
    };
    wait();
    // The step must not go on by itself after a press: that would abort a cancellation on its way. `useNavigation`
    // shows a press only after the next render, so each press restarts the wait.
    addEventListener("click", wait, true);
    return () => {
      clearTimeout(timer);
      removeEventListener("click", wait, true);
    };
  }, [continues, navigate, isIdle]);
  return (
    <div className="flex flex-col items-center">
      {continues && (
        <noscript>
          <meta httpEquiv="refresh" content={`${continues.after / 1_000}; url=${continues.to}`} />
        </noscript>
      )}
      <p className="self-start text-muted">{texts.wait.text}</p>
      <span className="spinner mt-6 text-4xl text-blue-ink" aria-hidden="true" />
      {continues && (
        <Link to={continues.to} replace preventScrollReset className={buttonStyle("plain", "mt-6")}>
          Continue without waiting
        </Link>
      )}
    </div>
  );
}

export const pleaseWait = {
  title: ({ wait }: StepTexts) => wait.title,
  art: "/images/states/waiting.svg",
  StepBody,
};
