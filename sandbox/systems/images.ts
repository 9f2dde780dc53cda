import { HttpResponse, http, type RequestHandler } from "msw";
import sharp from "sharp";
import { seededRandom } from "../seeded-random.ts";
import { defineSystem, type SystemContext } from "./system.ts";

const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** The host of post and avatar pictures. Each is drawn at its first request, always the same for an address. */
export function imagesSystem(context: SystemContext, baseUrl: string): RequestHandler[] {
  return defineSystem("pictures", baseUrl, context, [
    http.get<{ folder: string; file: string }>(
      `${baseUrl}/:folder/:file`,
      async ({ params: { folder, file } }) => {
        const name = /^([\w.-]{1,80})\.jpg$/.exec(file)?.[1];
        if (!name || !["posts", "news", "avatars"].includes(folder)) return missing();
        const bytes = await picture(folder, name);
        return new HttpResponse(bytes, {
          headers: {
            "Content-Type": "image/jpeg",
            "Content-Length": String(bytes.byteLength),
            "Cache-Control": "public, max-age=86400",
          },
        });
      },
    ),
  ]);
}

/** The picture at an address of this host; undefined for any other address. */
export function pictureAt(url: string): Promise<Uint8Array<ArrayBuffer>> | undefined {
  const [, folder, name] = /\/(posts|news|avatars)\/([\w.-]{1,80})\.jpg$/.exec(url) ?? [];
  return folder && name ? picture(folder, name) : undefined;
}

function missing() {
  return new HttpResponse("No such picture", { status: 404 });
}

function picture(folder: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${folder}/${name}`;
  let drawing = drawn.get(key);
  if (!drawing) {
    drawing = draw(folder, name);
    drawn.set(key, drawing);
    // A failure is not kept: it would be every later answer of this process.
    drawing.catch(() => drawn.delete(key));
  }
  return drawing;
}

async function draw(folder: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const next = seededRandom(hash(`${folder}/${name}`));
  const svg =
    folder === "avatars"
      ? portrait(next)
      : folder === "news"
        ? landscape(next, 960, 540)
        : landscape(next, 640, 640);
  const jpeg = await sharp(Buffer.from(svg)).jpeg({ quality: 84 }).toBuffer();
  return new Uint8Array(jpeg);
}

/** Sky (top, bottom), sun, far hills, near hills. */
const palettes = [
  ["#2b1055", "#f2709c", "#ffd9a0", "#8a3b74", "#2d1240"],
  ["#0f3057", "#7fc8f8", "#fff6d6", "#3d7ea6", "#0b2239"],
  ["#f6b26b", "#fde8c8", "#fff9ea", "#c9764a", "#5a2d1c"],
  ["#134e4a", "#a7f3d0", "#fdfbe4", "#2f7f6d", "#0c2f2b"],
  ["#1e1b4b", "#818cf8", "#fce7f3", "#4f46a5", "#151238"],
  ["#7c2d12", "#fdba74", "#fff3c9", "#b4532a", "#3b140a"],
  ["#0c4a6e", "#bae6fd", "#ffffff", "#5b93b5", "#123a52"],
  ["#4a044e", "#f9a8d4", "#ffe8cf", "#9d3c8b", "#2c0631"],
] as const;

function landscape(next: () => number, width: number, height: number): string {
  const [top, bottom, sun, far, near] =
    palettes[Math.floor(next() * palettes.length)] ?? palettes[0];
  const sunX = width * (0.2 + next() * 0.6);
  const sunY = height * (0.25 + next() * 0.25);
  const radius = width * (0.05 + next() * 0.06);
  const layers = 4;
  const hills = Array.from({ length: layers }, (_, layer) => {
    const depth = layer / (layers - 1);
    const base = height * (0.55 + depth * 0.27);
    const path = ridge(next, width, height, base, height * (0.13 - depth * 0.05));
    return `<path d="${path}" fill="${blend(far, near, depth)}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="${top}"/><stop offset="0.75" stop-color="${bottom}"/>
      </linearGradient>
      <radialGradient id="glow">
        <stop offset="0.3" stop-color="${sun}" stop-opacity="0.6"/>
        <stop offset="1" stop-color="${sun}" stop-opacity="0"/>
      </radialGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${sunX}" cy="${sunY}" r="${radius * 3.2}" fill="url(#glow)"/>
    <circle cx="${sunX}" cy="${sunY}" r="${radius}" fill="${sun}"/>
    ${hills.join("")}
  </svg>`;
}

function ridge(
  next: () => number,
  width: number,
  height: number,
  base: number,
  swing: number,
): string {
  const waves = [1.2, 2.7, 5.3].map((turns) => ({ turns, phase: next() * 6.28, size: next() }));
  const points: string[] = [];
  for (let step = 0; step <= 60; step += 1) {
    const along = step / 60;
    let lift = 0;
    for (const { turns, phase, size } of waves) {
      lift += (Math.sin(along * turns * 6.28 + phase) * size) / turns;
    }
    points.push(`${(along * width).toFixed(1)},${(base - lift * swing).toFixed(1)}`);
  }
  return `M0,${height} L${points.join(" L")} L${width},${height} Z`;
}

function portrait(next: () => number): string {
  const [top, bottom, light, far, near] =
    palettes[Math.floor(next() * palettes.length)] ?? palettes[0];
  const skin = ["#f3cfb3", "#e0ac86", "#c68a5f", "#8d5a3a", "#5f3b26"][Math.floor(next() * 5)];
  const hair = ["#2b1b12", "#5b3a1e", "#a8763e", "#1a1a1f", "#7a7a80", "#b5462e"][
    Math.floor(next() * 6)
  ];
  const long = next() > 0.5;
  const tilt = (next() - 0.5) * 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240">
    <defs><linearGradient id="wall" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="${bottom}"/><stop offset="1" stop-color="${light}"/>
    </linearGradient></defs>
    <rect width="240" height="240" fill="url(#wall)"/>
    <g transform="rotate(${tilt.toFixed(1)} 120 150)">
      ${long ? `<path d="M68,110 Q66,40 120,38 Q174,40 172,110 L178,200 L62,200 Z" fill="${hair}"/>` : ""}
      <path d="M36,260 Q40,180 120,178 Q200,180 204,260 Z" fill="${next() > 0.5 ? near : far}"/>
      <rect x="102" y="140" width="36" height="52" rx="16" fill="${skin}"/>
      <ellipse cx="120" cy="108" rx="44" ry="54" fill="${skin}"/>
      <path d="M74,104 Q72,46 120,46 Q168,46 166,104 Q156,74 ${(100 + next() * 40).toFixed(0)},76 Q86,76 74,104 Z" fill="${hair}"/>
    </g>
    <rect width="240" height="240" fill="${top}" opacity="0.08"/>
  </svg>`;
}

function blend(from: string, to: string, share: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(from, at) * (1 - share) + channel(to, at) * share)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${mixed.join("")}`;
}

function hash(text: string): number {
  let value = 2_166_136_261;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return value >>> 0;
}
