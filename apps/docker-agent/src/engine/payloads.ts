// The answers of the Engine API, parsed leniently: a missing or invalid field is left out, and an item without an id is left out.
import * as z from 'zod/mini';

const lenient = <T extends z.ZodMiniType>(type: T) => z.catch(z.optional(z.nullable(type)), undefined);
const text = lenient(z.string());
const number = lenient(z.number());
const bool = lenient(z.boolean());
const list = z.catch(z.array(z.unknown()), []);

const Labels = lenient(z.record(z.string(), z.string()));
const Networks = lenient(z.record(z.string(), z.catch(z.object({ IPAddress: text, GlobalIPv6Address: text }), {})));
const NetworkSettings = lenient(z.object({ Networks }));

/** `GET /version`. Podman lists itself among the components. */
export const Version = z.object({
  ApiVersion: text,
  Components: z.catch(z.array(z.catch(z.object({ Name: text }), {})), []),
});

/** `GET /info`. */
export const Info = z.object({
  ID: text,
  Name: text,
  OperatingSystem: text,
  KernelVersion: text,
  Architecture: text,
  ServerVersion: text,
  NCPU: number,
  MemTotal: number,
});
export type Info = z.infer<typeof Info>;

/** `GET /containers/json?all=true`, one row. `Created` epoch seconds. Ports are listed once per address family. */
export const Row = z.object({
  Id: z.string().check(z.regex(/^\w[\w.-]{0,127}$/)),
  Names: list,
  Image: text,
  ImageID: text,
  Created: number,
  Ports: list,
  Labels,
  State: text,
  Status: text,
  NetworkSettings,
});
export type Row = z.infer<typeof Row>;

export const Port = z.object({
  IP: text,
  PrivatePort: z.int().check(z.minimum(0), z.maximum(65535)),
  PublicPort: lenient(z.int().check(z.minimum(0), z.maximum(65535))),
  Type: text,
});

/** `GET /containers/{id}/json`. `Health` exists only with a health check; time zero is 0001-01-01. */
export const Inspect = z.object({
  State: lenient(
    z.object({
      Status: text,
      OOMKilled: bool,
      ExitCode: number,
      StartedAt: text,
      FinishedAt: text,
      Health: lenient(z.object({ Status: text })),
    }),
  ),
  RestartCount: number,
  HostConfig: lenient(
    z.object({
      Memory: number,
      NanoCpus: number,
      CpuQuota: number,
      CpuPeriod: number,
      RestartPolicy: lenient(z.object({ Name: text })),
    }),
  ),
  NetworkSettings,
  Config: lenient(z.object({ Env: lenient(z.array(z.unknown())) })),
  Mounts: lenient(z.array(z.unknown())),
});
export type Inspect = z.infer<typeof Inspect>;

/** A part of `Mounts`. An unnamed volume has a long random name. */
export const Mount = z.object({ Type: text, Name: text, Source: text, Destination: text, RW: bool });

/** `GET /containers/{id}/stats`. CPU in nanoseconds (Windows: 100 ns, and no system total). */
export const Stats = z.object({
  read: text,
  num_procs: number,
  cpu_stats: lenient(
    z.object({
      cpu_usage: lenient(z.object({ total_usage: number, percpu_usage: lenient(z.array(z.unknown())) })),
      system_cpu_usage: number,
      online_cpus: number,
    }),
  ),
  memory_stats: lenient(
    z.object({
      usage: number,
      limit: number,
      privateworkingset: number,
      stats: lenient(z.object({ total_inactive_file: number, inactive_file: number, cache: number })),
    }),
  ),
});
export type Stats = z.infer<typeof Stats>;
