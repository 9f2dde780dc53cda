import { features, folderOf, platform, pure } from "./app/street.ts";

const error = (name, from, to) => ({ name, severity: "error", from, to });
const escaped = (folder) => folder.replaceAll("-", "\\-");
/** Imports go from later to earlier, never back. */
const inOrder = (concerns) =>
  concerns.slice(0, -1).map((concern, index) =>
    error(
      `${concern.name}-imports-only-what-stands-before-it`,
      { path: `^${escaped(folderOf(concern))}` },
      {
        path: `^(${concerns
          .slice(index + 1)
          .map(folderOf)
          .map(escaped)
          .join("|")})`,
      },
    ),
  );

/** A folder of the app that `app/street.ts` does not name, whether it imports or is imported. */
const offTheStreet = {
  path: "^app/[^/]+/",
  pathNot: `^(${[...platform, ...features].map(folderOf).map(escaped).join("|")})`,
};

export default {
  forbidden: [
    error("no-circle", {}, { circular: true }),
    ...inOrder(platform),
    ...inOrder(features),
    error("every-concern-is-on-the-street", {}, offTheStreet),
    error("every-concern-is-on-the-street", offTheStreet, {}),
    error(
      "the-platform-imports-no-feature",
      { path: "^app/(platform|design)/" },
      { path: "^app/features/" },
    ),
    error(
      "of-another-concern-only-top-level-files",
      { path: "^app/features/([^/]+)/" },
      { path: "^app/features/[^/]+/[^/]+/", pathNot: "^app/features/$1/" },
    ),
    error(
      "nobody-imports-the-gate",
      { path: "^app/(features|platform|design)/" },
      { path: "^app/[^/]+$", pathNot: "^app/env\\.server\\.ts$" },
    ),
    error("rules-import-only-rules", { path: pure }, { path: "^app/", pathNot: pure }),
    error(
      "scripts-of-the-browser-import-no-server",
      { path: "^app/(page\\.ts$|platform/browser/|(design|features/[^/]+)/browser/)" },
      {
        path: "^app/",
        pathNot: [pure, "^app/(platform/browser|(design|features/[^/]+)/browser)/"],
      },
    ),
    error(
      "threads-know-only-rules",
      { path: "^app/(import|report)-worker\\.ts$" },
      { path: "^app/", pathNot: pure },
    ),
    error(
      "a-route-imports-no-other-route",
      { path: "^app/features/[^/]+/routes/([^/]+)/" },
      { path: "^app/features/[^/]+/routes/", pathNot: "^app/features/[^/]+/routes/$1/" },
    ),
    error(
      "charts-are-drawn-on-the-server",
      {
        path: "^app/(page\\.ts$|(design|features/[^/]+/browser|platform/browser)/|features/.*\\.tsx$)",
        pathNot: ["\\.server\\.", "^app/design/charts/drawing/"],
      },
      {
        path: "^app/design/charts/drawing/|node_modules/d3-",
        dependencyTypesNot: ["type-only"],
      },
    ),
    error(
      "the-app-knows-no-sandbox",
      { path: "^(app|content)/" },
      { path: "^(sandbox|tests|bench)/" },
    ),
    error(
      "the-sandbox-knows-of-the-app-only-the-systems-names",
      { path: "^sandbox/" },
      { path: "^(app|tests)/", pathNot: "^app/platform/values/systems\\.ts$" },
    ),
    error(
      "content-knows-of-the-app-only-rules",
      { path: "^content/" },
      { path: "^app/", pathNot: pure },
    ),
    error(
      "nothing-of-the-development-in-the-app",
      { path: "^app/" },
      {
        dependencyTypes: ["npm-dev"],
        dependencyTypesNot: ["type-only"],
        // React Email's components are compiled into the build (vite.config.ts).
        pathNot: "node_modules/(@types|react-email)|@remix-run/route-config",
      },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\?worker|\\?url" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
