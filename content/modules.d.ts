// One line for each part of content/read.ts.
declare module "content:landing" {
  const part: ReturnType<typeof import("./read.ts").parts.landing>;
  export default part;
}
declare module "content:operator" {
  const part: ReturnType<typeof import("./read.ts").parts.operator>;
  export default part;
}
declare module "content:tips" {
  const part: ReturnType<typeof import("./read.ts").parts.tips>;
  export default part;
}
declare module "content:trends" {
  const part: ReturnType<typeof import("./read.ts").parts.trends>;
  export default part;
}
declare module "content:hacks" {
  const part: ReturnType<typeof import("./read.ts").parts.hacks>;
  export default part;
}
declare module "content:topics" {
  const part: ReturnType<typeof import("./read.ts").parts.topics>;
  export default part;
}
declare module "content:offers" {
  const part: ReturnType<typeof import("./read.ts").parts.offers>;
  export default part;
}
declare module "content:lessons" {
  const part: ReturnType<typeof import("./read.ts").parts.lessons>;
  export default part;
}
declare module "content:legal" {
  const part: ReturnType<typeof import("./read.ts").parts.legal>;
  export default part;
}
declare module "content:unsubscribe" {
  const part: ReturnType<typeof import("./read.ts").parts.unsubscribe>;
  export default part;
}
declare module "content:promises" {
  const part: ReturnType<typeof import("./read.ts").parts.promises>;
  export default part;
}
declare module "content:breach-advice" {
  const part: ReturnType<typeof import("./read.ts").parts["breach-advice"]>;
  export default part;
}
declare module "content:recommendations" {
  const part: ReturnType<typeof import("./read.ts").parts.recommendations>;
  export default part;
}
declare module "content:engagement-rates" {
  const part: ReturnType<typeof import("./read.ts").parts["engagement-rates"]>;
  export default part;
}
declare module "content:import" {
  const part: ReturnType<typeof import("./read.ts").parts.import>;
  export default part;
}

declare module "content:connect" {
  const part: ReturnType<typeof import("./read.ts").parts.connect>;
  export default part;
}
declare module "content:law" {
  const part: ReturnType<typeof import("./read.ts").parts.law>;
  export default part;
}
declare module "content:messages" {
  type Catalogues = ReturnType<typeof import("./read.ts").parts.messages>;
  /** Reads the catalogue of a language. */
  const part: { [Tag in keyof Catalogues]: () => Promise<{ default: Catalogues[Tag] }> };
  export default part;
}
declare module "content:browser-sentences" {
  const part: Readonly<Record<"imports" | "safety" | "ways-in", readonly string[]>>;
  export default part;
}
declare module "content:translations" {
  const part: ReturnType<typeof import("./read.ts").parts.translations>;
  export default part;
}
