declare module "autocannon" {
  interface Result {
    requests: { total: number };
    throughput: { total: number };
    /** Seconds. */
    duration: number;
    errors: number;
    non2xx: number;
    latency: { p50: number; p99: number; max: number };
    statusCodeStats?: Record<string, { count: number }>;
  }
  export default function autocannon(options: {
    url: string;
    connections: number;
    duration?: number;
    /** Requests, instead of a duration. */
    amount?: number;
    headers?: Record<string, string>;
    requests?: { path: string; method?: string; headers?: Record<string, string>; body?: string }[];
  }): Promise<Result>;
}
