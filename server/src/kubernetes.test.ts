import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from './platform/config/config.ts';

const FOLDER = new URL('../../ops/kubernetes/', import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: any kind of object; its schema checks it
type Any = any;
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec: Any;
  data?: Record<string, string>;
}

const kustomization = parse(textOf('kustomization.yaml'));
const manifests: Manifest[] = kustomization.resources.flatMap((name: string) =>
  parseAllDocuments(textOf(name)).map((document) => document.toJS()),
);
const ofKind = (...kinds: string[]) => manifests.filter(({ kind }) => kinds.includes(kind));
const pods = ofKind('Deployment', 'Job').map(({ metadata, spec }) => ({
  name: metadata.name,
  labels: { ...spec.template.metadata.labels, ...kustomization.labels[0].pairs },
  pod: spec.template.spec,
  container: spec.template.spec.containers[0],
}));
const settings = ofKind('ConfigMap')[0]?.data ?? {};
const envOf = ({ container }: (typeof pods)[number]): Record<string, string> =>
  Object.fromEntries(container.env.map(({ name, value }: Record<string, string>) => [name, value]));

test('every file is part of it', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml');
  expect(kustomization.resources.toSorted()).toEqual(files.toSorted());
  expect(kustomization.images[0].newTag).not.toBe('latest');
});

/** What its schema objects to, and the fields that the schema does not know: those that its check never reads. */
async function problemsOf(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest;
  const from = kind === 'ServiceMonitor' ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
  const { [kind]: Model } = await import(`${from}/${apiVersion}/${kind}`);
  const read = new Set<string>();
  const watched = (value: Any, path: string): Any =>
    typeof value === 'object' && value !== null
      ? new Proxy(value, {
          get(target, key) {
            const inner = `${path}/${String(key)}`;
            read.add(inner);
            return watched(target[key], inner);
          },
        })
      : value;
  const pathsIn = (value: Any, path: string): string[] =>
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
  '%s %s is valid',
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

  test('run without rights, on a read-only root', () => {
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
    const volumes = pod.volumes.map((volume: { name: string }) => volume.name);
    expect(container.volumeMounts.map((mount: { name: string }) => mount.name)).toEqual(volumes);
  });

  test('have settings that exist and fit, and only the one that migrates knows the owner', () => {
    const secret = { DATABASE_URL: 'postgresql://a@b/c', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' };
    const env = { ...settings, ...envOf(of), ...secret, NODE_ENV: 'production' };
    const config = readConfig(env);
    expect(config.role).toBe(name.replace('cusp-', ''));
    expect(config.migrates).toBe(name === 'cusp-migrate');
    const secrets = container.envFrom.flatMap((from: Any) => from.secretRef?.name ?? []);
    expect(secrets).toEqual(name === 'cusp-migrate' ? ['cusp', 'cusp-owner'] : ['cusp']);
    const readme = readFileSync(new URL('../../README.md', FOLDER), 'utf8');
    for (const key of Object.keys(env).filter((each) => each !== 'NODE_ENV'))
      expect(readme).toContain(`\`${key}\``);
  });

  test('are asked at addresses that they serve', () => {
    const { startupProbe, readinessProbe, livenessProbe, ports = [] } = container;
    const probes = [startupProbe, readinessProbe, livenessProbe].filter(Boolean);
    expect(probes.map(({ httpGet }) => httpGet.path)).toEqual(
      name === 'cusp-migrate' ? [] : ['/readyz', '/readyz', '/healthz'],
    );
    const names = ports.map((port: { name: string }) => port.name);
    for (const { httpGet } of probes) expect(names).toContain(httpGet.port);
  });
});

test('services, policies, budgets and the autoscaler select pods that are there, at ports that they open', () => {
  const selected = (wanted: Record<string, string>) =>
    pods.filter(({ labels }) => Object.entries(wanted).every(([key, value]) => labels[key] === value));
  const selectors = [
    ...ofKind('Deployment', 'PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
    ...ofKind('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
  ];
  for (const selector of selectors) expect(selected(selector)).not.toEqual([]);
  expect(selected(ofKind('NetworkPolicy')[0]?.spec.podSelector.matchLabels)).toHaveLength(pods.length);
  for (const { spec } of ofKind('Service')) {
    const [behind] = selected(spec.selector);
    const open = behind?.container.ports.map(({ name }: { name: string }) => name);
    for (const { targetPort } of spec.ports) expect(open).toContain(targetPort);
  }
  for (const { spec } of ofKind('HorizontalPodAutoscaler'))
    expect(pods.map(({ name }) => name)).toContain(spec.scaleTargetRef.name);
  const port = Number(settings.METRICS_ADDRESS?.split(':').at(-1));
  const [monitor] = ofKind('ServiceMonitor');
  const monitored = ofKind('Service').flatMap(({ spec }) =>
    spec.ports.filter(({ name }: { name: string }) => name === monitor?.spec.endpoints[0].port),
  );
  expect(monitored.map((each) => each.port)).toEqual([port, port]);
});
