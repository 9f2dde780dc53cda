import { Link, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { buttonStyle } from "~/design/button";
import type { StepProps, StepTexts } from "../step-parts.tsx";

function StepBody({ page: { texts, continues } }: StepProps) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!continues) return;
    const timer = setTimeout(
      () => navigate(continues.to, { replace: true, preventScrollReset: true }),
      continues.after,
    );
    return () => clearTimeout(timer);
  }, [continues, navigate]);
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
