/** A row of a menu. The one to press is set off; `chosen` is a box with or without its tick. */
interface MenuRow {
  /** A row without one is drawn as a grey bar. */
  label?: string | undefined;
  press?: boolean | undefined;
  chosen?: boolean | undefined;
  /** What is set there, at the end of the row. */
  value?: string | undefined;
}

/** The part of a screen that a step is about. */
interface Screen {
  /** What the picture shows, for those who cannot see it. */
  alt: string;
  title: string;
  rows: readonly MenuRow[];
}

const width = 320;
const rowHeight = 42;
const pad = 16;

/** The size of a text that has so much room: menus of some languages are longer than a screen of this width. */
export const sizeWithin = (room: number, size: number, text: string): number =>
  Math.min(size, Math.round((10 * room) / (text.length * letterWidth)) / 10);

/** The average width of a bold letter, as a share of the font size. */
const letterWidth = 0.54;

/** A simplified drawing of a phone's or a browser's screen with the words of Instagram's menus. */
export function ScreenPicture({
  kind,
  screen: { alt, title, rows },
}: {
  kind: "phone" | "browser";
  screen: Screen;
}) {
  const top = kind === "phone" ? 66 : 82;
  const height = top + rows.length * rowHeight + 8;
  return (
    // In languages that run from right to left the picture is mirrored, and its texts and ticks are mirrored back.
    <svg
      role="img"
      aria-label={alt}
      viewBox={`0 0 ${width} ${height}`}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="mt-3 block w-full max-w-90 rounded-t-2xl [direction:ltr] [&_text]:[unicode-bidi:plaintext] rtl:-scale-x-100 rtl:[&_:is(text,.stroke-on-brand)]:-scale-x-100 [&_:is(text,.stroke-on-brand)]:origin-center [&_:is(text,.stroke-on-brand)]:[transform-box:fill-box]"
    >
      <Frame kind={kind} height={height} />
      <text
        x={width / 2}
        y={top - 16}
        textAnchor="middle"
        fontSize={sizeWithin(width - 64, 15, title)}
        className="fill-ink font-bold"
      >
        {title}
      </text>
      <path d={`M2 ${top - 1}H${width - 2}`} className="stroke-line" />
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without a label have no other name
        <Row key={index} row={row} y={top + 4 + index * rowHeight} />
      ))}
    </svg>
  );
}

/** The lower end is cut off: the screen goes on. */
function Frame({ kind, height }: { kind: "phone" | "browser"; height: number }) {
  const isPhone = kind === "phone";
  const radius = isPhone ? 30 : 12;
  return (
    <>
      <rect
        x="1.5"
        y="1.5"
        width={width - 3}
        height={height + radius * 2}
        rx={radius}
        strokeWidth="3"
        className="fill-page stroke-control"
      />
      {isPhone ? (
        <>
          <rect x={width / 2 - 34} y="10" width="68" height="10" rx="5" className="fill-control" />
          <path d="M24 44l-6 6 6 6" fill="none" strokeWidth="2" className="stroke-muted" />
        </>
      ) : (
        <>
          {[18, 32, 46].map((x) => (
            <circle key={x} cx={x} cy="22" r="4" className="fill-control" />
          ))}
          <rect x="62" y="11" width={width - 78} height="22" rx="11" className="fill-line" />
          <text x="76" y="26" className="fill-muted text-[11px]">
            accountscenter.instagram.com
          </text>
          <path d={`M2 42H${width - 2}`} className="stroke-line" />
        </>
      )}
    </>
  );
}

function Row({ row: { label, press, chosen, value }, y }: { row: MenuRow; y: number }) {
  const middle = y + (rowHeight - 4) / 2;
  const start = chosen === undefined ? pad + 6 : pad + 36;
  const end = width - pad - 12;
  const valueEnd = press ? end - 18 : end;
  const room = valueEnd - start - (value ? value.length * 14 * letterWidth + 8 : 0);
  return (
    <>
      {press && (
        <rect
          x="9"
          y={y}
          width={width - 18}
          height={rowHeight - 4}
          rx="10"
          strokeWidth="2"
          className="fill-tint stroke-blue"
        />
      )}
      {label ? (
        <text
          x={start}
          y={middle + 5}
          fontSize={sizeWithin(room, 14, label)}
          className={press || chosen ? "fill-ink font-bold" : "fill-muted"}
        >
          {label}
        </text>
      ) : (
        <rect x={start} y={middle - 5} width="110" height="10" rx="5" className="fill-line" />
      )}
      {chosen !== undefined && <TickBox chosen={chosen} x={pad + 6} y={middle - 9} />}
      {value && (
        <text
          x={valueEnd}
          y={middle + 5}
          textAnchor="end"
          fontSize="14"
          className="fill-blue-ink font-bold"
        >
          {value}
        </text>
      )}
      {press && <Tap x={end - 1} y={middle} />}
      {!press && !value && chosen === undefined && (
        <path
          d={`M${end - 4} ${middle - 5}l5 5-5 5`}
          fill="none"
          strokeWidth="2"
          className="stroke-control"
        />
      )}
    </>
  );
}

function TickBox({ chosen, x, y }: { chosen: boolean; x: number; y: number }) {
  return (
    <>
      <rect
        x={x}
        y={y}
        width="18"
        height="18"
        rx="5"
        strokeWidth="2"
        className={chosen ? "fill-blue stroke-blue" : "fill-none stroke-control"}
      />
      {chosen && (
        <path
          d={`M${x + 4.5} ${y + 9.5}l3 3 6-7`}
          fill="none"
          strokeWidth="2.5"
          className="stroke-on-brand"
        />
      )}
    </>
  );
}

/** Where a finger goes. */
function Tap({ x, y }: { x: number; y: number }) {
  return (
    <>
      <circle
        cx={x}
        cy={y}
        r="10"
        strokeWidth="2"
        className="fill-none stroke-blue"
        opacity="0.45"
      />
      <circle cx={x} cy={y} r="5.5" className="fill-blue" />
    </>
  );
}
