import texts from "content:unsubscribe";
import { Link, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { buttonStyle } from "~/components/button";
import type { StepProps } from "../step-parts.tsx";

function StepBody({ page: { goesOn } }: StepProps) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!goesOn) return;
    const timer = setTimeout(
      () => navigate(goesOn.to, { replace: true, preventScrollReset: true }),
      goesOn.after,
    );
    return () => clearTimeout(timer);
  }, [goesOn, navigate]);
  return (
    <div className="flex flex-col items-center">
      {goesOn && (
        <noscript>
          <meta httpEquiv="refresh" content={`${goesOn.after / 1_000}; url=${goesOn.to}`} />
        </noscript>
      )}
      <p role="status" className="self-start text-muted">
        {texts.wait.text}
      </p>
      <span className="spinner mt-6 text-4xl text-blue-ink" aria-hidden="true" />
      {goesOn && (
        <Link to={goesOn.to} replace preventScrollReset className={buttonStyle("plain", "mt-6")}>
          Go on without waiting
        </Link>
      )}
    </div>
  );
}

export const pleaseWait = { title: texts.wait.title, art: "/images/states/waiting.svg", StepBody };
