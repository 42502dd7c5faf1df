import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { readConfig } from './platform/config/config.ts';

const FOLDER = new URL('../../ops/kubernetes/', import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');

const named = z.looseObject({ name: z.string() });
const labels = z.record(z.string(), z.string());
const probe = z.looseObject({ httpGet: z.looseObject({ path: z.string(), port: z.string() }) }).optional();
const container = z.looseObject({
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  envFrom: z.array(z.looseObject({ secretRef: named.optional() })),
  volumeMounts: z.array(named),
  ports: z.array(named).default([]),
  startupProbe: probe,
  readinessProbe: probe,
  livenessProbe: probe,
});
/** The fields of each kind that the tests read. */
const SPECS = {
  pods: z.looseObject({
    template: z.looseObject({
      metadata: z.looseObject({ labels }),
      spec: z.looseObject({ containers: z.tuple([container]), volumes: z.array(named) }),
    }),
  }),
  selector: z.looseObject({ selector: z.looseObject({ matchLabels: labels }) }),
  policy: z.looseObject({ podSelector: z.looseObject({ matchLabels: labels }) }),
  service: z.looseObject({
    selector: labels,
    ports: z.array(z.looseObject({ name: z.string(), port: z.number(), targetPort: z.string() })),
  }),
  autoscaler: z.looseObject({ scaleTargetRef: named }),
  monitor: z.looseObject({ endpoints: z.tuple([z.looseObject({ port: z.string() })]) }),
};

const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: named,
  spec: z.record(z.string(), z.unknown()).optional(),
  data: labels.optional(),
});
type Manifest = z.infer<typeof manifest>;

const kustomization = z
  .looseObject({
    resources: z.array(z.string()),
    images: z.tuple([z.looseObject({ newTag: z.string() })]),
    labels: z.tuple([z.looseObject({ pairs: labels })]),
  })
  .parse(parse(textOf('kustomization.yaml')));
const manifests = kustomization.resources.flatMap((name) =>
  parseAllDocuments(textOf(name)).map((document) => manifest.parse(document.toJS())),
);
const ofKind = (...kinds: string[]) => manifests.filter(({ kind }) => kinds.includes(kind));
const specsOf = <T>(schema: z.ZodType<T>, ...kinds: string[]) =>
  ofKind(...kinds).map(({ metadata: { name }, spec }) => ({ name, spec: schema.parse(spec) }));
const pods = specsOf(SPECS.pods, 'Deployment', 'Job').map(({ name, spec: { template } }) => ({
  name,
  labels: { ...template.metadata.labels, ...kustomization.labels[0].pairs } as Record<string, string>,
  pod: template.spec,
  container: template.spec.containers[0],
}));
const settings = ofKind('ConfigMap')[0]?.data ?? {};
const envOf = ({ container }: (typeof pods)[number]): Record<string, string> =>
  Object.fromEntries(container.env.map(({ name, value }) => [name, value]));

test('kustomization lists every file of its folder', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml');
  expect(kustomization.resources.toSorted()).toEqual(files.toSorted());
  expect(kustomization.images[0].newTag).not.toBe('latest');
});

/** Errors of the schema, and unknown fields, which are the ones that the check did not read. */
async function problemsOf(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest;
  const from = kind === 'ServiceMonitor' ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
  const { [kind]: Model } = await import(`${from}/${apiVersion}/${kind}`);
  const read = new Set<string>();
  const watched = (value: unknown, path: string): unknown =>
    typeof value === 'object' && value !== null
      ? new Proxy(value, {
          get(target, key) {
            const inner = `${path}/${String(key)}`;
            read.add(inner);
            return watched(Reflect.get(target, key), inner);
          },
        })
      : value;
  const pathsIn = (value: unknown, path: string): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => [
          `${path}/${key}`,
          ...pathsIn(inner, `${path}/${key}`),
        ])
      : [];
  try {
    Model.prototype.validate.call(watched(manifest, ''));
  } catch (error) {
    return [String(error)];
  }
  return pathsIn(manifest, '').filter((path) => !read.has(path));
}

test.each(manifests.map((manifest) => [manifest.kind, manifest.metadata.name, manifest] as const))(
  'the manifest of %s %s is valid',
  async (_kind, _name, manifest) => expect(await problemsOf(manifest)).toEqual([]),
);

test('a misspelt field and a wrong value are noticed', async () => {
  const [web] = ofKind('Deployment') as [Manifest];
  expect(await problemsOf({ ...web, spec: { ...web.spec, replica: 2 } })).toEqual(['/spec/replica']);
  const [problem] = await problemsOf({ ...web, spec: { ...web.spec, replicas: 'two' } });
  expect(problem).toContain('/spec/replicas');
});

describe.each(pods)('the pods of $name', (of) => {
  const { pod, container, name } = of;

  test('pods run unprivileged on a read-only root file system', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container).toMatchObject({
      image: 'cusp',
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      resources: { requests: { memory: expect.any(String) }, limits: { memory: expect.any(String) } },
    });
    const volumes = pod.volumes.map((volume) => volume.name);
    expect(container.volumeMounts.map((mount) => mount.name)).toEqual(volumes);
  });

  test('pods have settings that exist and are valid, and only the migration pod has the secret of the database owner', () => {
    const secret = { DATABASE_URL: 'postgresql://a@b/c', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' };
    const env = { ...settings, ...envOf(of), ...secret, NODE_ENV: 'production' };
    const config = readConfig(env);
    expect(config.role).toBe(name.replace('cusp-', ''));
    expect(config.migrates).toBe(name === 'cusp-migrate');
    const secrets = container.envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []);
    expect(secrets).toEqual(name === 'cusp-migrate' ? ['cusp', 'cusp-owner'] : ['cusp']);
    const readme = readFileSync(new URL('../../README.md', FOLDER), 'utf8');
    for (const key of Object.keys(env).filter((each) => each !== 'NODE_ENV'))
      expect(readme).toContain(`\`${key}\``);
  });

  test('probes ask at addresses that the pods serve', () => {
    const { startupProbe, readinessProbe, livenessProbe, ports } = container;
    const probes = [startupProbe, readinessProbe, livenessProbe].filter((each) => each !== undefined);
    expect(probes.map(({ httpGet }) => httpGet.path)).toEqual(
      name === 'cusp-migrate' ? [] : ['/readyz', '/readyz', '/healthz'],
    );
    const names = ports.map((port) => port.name);
    for (const { httpGet } of probes) expect(names).toContain(httpGet.port);
  });
});

test('services, policies, budgets and the autoscaler select pods that are there, at ports that they open', () => {
  const selected = (wanted: Record<string, string>) =>
    pods.filter(({ labels }) => Object.entries(wanted).every(([key, value]) => labels[key] === value));
  const policies = specsOf(SPECS.policy, 'NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels);
  const selectors = specsOf(SPECS.selector, 'Deployment', 'PodDisruptionBudget').map(
    ({ spec }) => spec.selector.matchLabels,
  );
  for (const selector of [...selectors, ...policies]) expect(selected(selector)).not.toEqual([]);
  expect(selected(policies[0] ?? {})).toHaveLength(pods.length);
  const services = specsOf(SPECS.service, 'Service');
  for (const { spec } of services) {
    const [behind] = selected(spec.selector);
    const open = behind?.container.ports.map(({ name }) => name);
    for (const { targetPort } of spec.ports) expect(open).toContain(targetPort);
  }
  for (const { spec } of specsOf(SPECS.autoscaler, 'HorizontalPodAutoscaler'))
    expect(pods.map(({ name }) => name)).toContain(spec.scaleTargetRef.name);
  const port = Number(settings.METRICS_ADDRESS?.split(':').at(-1));
  const [monitor] = specsOf(SPECS.monitor, 'ServiceMonitor');
  const monitored = services.flatMap(({ spec }) =>
    spec.ports.filter(({ name }) => name === monitor?.spec.endpoints[0].port),
  );
  expect(monitored.map((each) => each.port)).toEqual([port, port]);
});
