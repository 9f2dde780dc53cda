import { z } from "zod";
import { connectProblems } from "../app/features/history/connecting.ts";
import { missingParts } from "../app/features/history/connection.ts";

// The schema of content/connect.yaml. A file that does not match fails the build (content/plugin.ts).

const text = z.string().trim().min(1);
const points = z.strictObject({ title: text, points: z.array(text).min(1) });
const heading = z.strictObject({ title: text, text });

export const connectPages = z.strictObject({
  title: text,
  intro: text,
  reads: points,
  never: points,
  ending: text,
  professional: heading.extend({ personal: text, steps: z.array(text).min(1), changes: points }),
  presses: z.strictObject({
    connect: text,
    again: text,
    refresh: text,
    disconnect: text,
    analytics: text,
    import: text,
  }),
  problems: z.record(z.enum(connectProblems), z.strictObject({ text, hint: text })),
  refusals: z.strictObject({ early: text, unconnected: text, unknown: text, unavailable: text }),
  states: z.strictObject({
    first: heading.extend({ begins: text, progress: text, soFar: text, lookAgain: text }),
    reading: heading,
    connected: heading,
    waiting: heading,
    trouble: heading,
    withdrawn: heading,
  }),
  facts: z.strictObject({
    since: text,
    readAt: text,
    nextAt: text,
    refreshFrom: text,
    never: text,
    followers: text,
    following: text,
    posts: text,
    likes: text,
    comments: text,
  }),
  missing: z.strictObject({
    title: text,
    denied: text,
    withheld: text,
    parts: z.record(z.enum(missingParts), text),
  }),
  rotten: heading,
  otherAccount: heading,
  disconnect: heading.extend({
    untitled: text,
    imports: text,
    noImports: text,
    elsewhere: text,
    confirm: text,
    keep: text,
    done: text,
    received: text,
  }),
  deletion: z.strictObject({
    title: text,
    received: z.strictObject({ heading: text, text }),
    done: z.strictObject({ heading: text, text }),
    unknown: z.strictObject({ heading: text, text }),
  }),
});
