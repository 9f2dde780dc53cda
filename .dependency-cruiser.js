/** Imports run routes → services → clients → domain, and routes → web, components; never back. */
const only = (from, ...to) => ({
  name: `${from}-imports-only-${to.join("-")}`,
  severity: "error",
  from: { path: `^app/${from}/` },
  to: { path: "^app/", pathNot: to.map((place) => `^app/${place}`) },
});

export default {
  forbidden: [
    { name: "no-circle", severity: "error", from: {}, to: { circular: true } },
    only("domain", "domain/"),
    only("clients", "clients/", "domain/", "env\\.server"),
    only("services", "services/", "clients/", "domain/", "env\\.server"),
    only("components", "components/", "domain/", "web/addresses", "styles\\.css"),
    only("browser", "browser/", "domain/"),
    {
      name: "threads-know-only-the-domain",
      severity: "error",
      from: { path: "^app/(import|report)-worker\\.ts$" },
      to: { path: "^app/", pathNot: "^app/domain/" },
    },
    {
      name: "web-imports-no-route-or-service",
      severity: "error",
      from: { path: "^app/web/" },
      to: { path: "^app/(routes|services|components|browser)/" },
    },
    {
      name: "a-route-imports-no-other-route",
      severity: "error",
      from: { path: "^app/routes/([^/]+)/" },
      to: { path: "^app/routes/", pathNot: "^app/routes/$1/" },
    },
    {
      name: "charts-are-drawn-on-the-server",
      severity: "error",
      from: { path: "^app/((components|browser)/|routes/.*\\.tsx$)", pathNot: "\\.server\\." },
      to: { path: "^app/domain/charts/|node_modules/d3-", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "the-app-knows-no-sandbox",
      severity: "error",
      from: { path: "^(app|content)/" },
      to: { path: "^(sandbox|tests|bench)/" },
    },
    {
      name: "the-sandbox-knows-of-the-app-only-the-systems-names",
      severity: "error",
      from: { path: "^sandbox/" },
      to: { path: "^(app|tests)/", pathNot: "^app/domain/systems\\.ts$" },
    },
    {
      name: "content-knows-of-the-app-only-its-domain",
      severity: "error",
      from: { path: "^content/" },
      to: { path: "^app/", pathNot: "^app/domain/" },
    },
    {
      name: "nothing-of-the-development-in-the-app",
      severity: "error",
      from: { path: "^app/" },
      to: {
        dependencyTypes: ["npm-dev"],
        dependencyTypesNot: ["type-only"],
        pathNot: "node_modules/@types|@remix-run/route-config",
      },
    },
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
