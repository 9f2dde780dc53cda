// Loaded into a server before all else: its clock goes CLOCK_AHEAD milliseconds ahead, so that it is Monday there.
const ahead = Number(process.env.CLOCK_AHEAD ?? 0);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: [number?], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [RealDate.now() + ahead] : given, newTarget),
  get: (target, name) =>
    name === "now" ? () => RealDate.now() + ahead : Reflect.get(target, name, target),
});
