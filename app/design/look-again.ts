import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Reads the page's data anew, so many milliseconds after the last time. While anything is under way it waits: a look would abort that. */
export function useLookAgain(milliseconds: number): void {
  const { revalidate, state } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    if (!isIdle) return;
    const timer = setTimeout(() => {
      setLooks(looks + 1);
      revalidate();
    }, milliseconds);
    return () => clearTimeout(timer);
  }, [isIdle, looks, milliseconds, revalidate]);
}
