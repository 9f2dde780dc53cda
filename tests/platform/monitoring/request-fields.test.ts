import fc from "fast-check";
import { expect, test } from "vitest";
import { requestFields } from "~/platform/monitoring/request-fields";

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    '","status":200,"x":"',
    '"}\n{"level":"error","msg":"forged',
    "\\",
    "\r\n",
    "\u2028",
    "\0",
  ),
);

test("no value of a request adds a field or a line to the log", () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (requestId, method, route) => {
      const request = { requestId, method, route, status: 200, milliseconds: 12 };
      const line = `{"msg":"request"${requestFields({ ...request, milliseconds: 12.4 })}`;
      expect(line).not.toMatch(/[\r\n]/);
      expect(JSON.parse(line)).toEqual({ msg: "request", ...request });
    }),
  );
});

test("a line says whether the reader left", () => {
  const request = { requestId: "a-1", method: "GET", route: "/", status: 200, milliseconds: 1 };
  expect(requestFields({ ...request, aborted: true })).toBe(
    ',"requestId":"a-1","method":"GET","route":"/","status":200,"milliseconds":1,"aborted":true}',
  );
});
