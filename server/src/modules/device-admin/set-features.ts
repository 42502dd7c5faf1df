import type { FieldIssue } from '@cusp/contract/error-body';
import { ERRORS, type ErrorCode } from '@cusp/contract/errors';
import type { setDeviceFeatures as endpoint } from '@cusp/contract/staff-devices';
import { readUdi } from '@cusp/dental/udi/read-udi';
import type * as z from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { inTransaction } from '../../platform/work.ts';
import { setFeatures } from '../partner-features/features.sql.ts';
import { nameOf } from '../people/person.present.ts';
import { personJson } from '../people/person.sql.ts';

type Entry = z.output<typeof endpoint.body>['featureData'][number];
type Wanted = Entry & { key: string; row: number };

/**
 * Sets the partner feature of devices, all or none. 400 lists every UDI that is mistyped or listed twice with different
 * options, 404 every one without a device, 409 the devices whose feature another user switched after it was shown.
 */
export const setDeviceFeatures = (services: Services, actor: Actor, entries: readonly Entry[]) =>
  inTransaction(services, actor, async (work) => {
    const wanted = readEntries(entries);
    await requireFresh(work.tx, wanted, await requireDevices(work.tx, wanted));
    const changed = await setFeatures(work.tx, wanted, { userId: actor.userId, batchId: null });
    const options = await work.tx
      .selectFrom('partner_feature')
      .select(['id', 'option'])
      .where('id', 'in', [0, ...changed.map(({ id }) => id)])
      .execute();
    for (const { id, option } of options)
      await work.audit({ action: 'feature_changed', object: { type: 'feature', id }, detail: { option } });
    return { changed: changed.length };
  });

const issueOf = (row: number, code: ErrorCode): FieldIssue => ({
  field: `featureData.${row}.udi`,
  code,
  message: ERRORS[code].detail,
});

function refuseAll(issues: readonly FieldIssue[]): void {
  const [first] = issues;
  if (first) throw new Refusal(first.code as ErrorCode, { errors: [...issues] });
}

/** One entry for each device; refuses invalid UDIs, and a device with two options. */
function readEntries(entries: readonly Entry[]): Wanted[] {
  const byKey = new Map<string, Wanted>();
  const issues: FieldIssue[] = [];
  for (const [row, entry] of entries.entries()) {
    const udi = readUdi(entry.udi);
    if (typeof udi === 'string') issues.push(issueOf(row, 'udi_wrong_check_digit'));
    else if (byKey.has(udi.key) && byKey.get(udi.key)?.option !== entry.option)
      issues.push(issueOf(row, 'feature_contradictory'));
    else byKey.set(udi.key, { ...entry, key: udi.key, row });
  }
  refuseAll(issues);
  return [...byKey.values()];
}

/** The devices by the key of their UDI. */
async function requireDevices(tx: Tx, wanted: readonly Wanted[]) {
  const devices = await tx
    .selectFrom('device')
    .select(['id', 'udi', 'udi_key'])
    .where('removed_at', 'is', null)
    .where(
      'udi_key',
      'in',
      wanted.map(({ key }) => key),
    )
    .execute();
  const known = new Map(devices.map((device) => [device.udi_key, device]));
  refuseAll(wanted.filter(({ key }) => !known.has(key)).map(({ row }) => issueOf(row, 'udi_unknown')));
  return known;
}

type Devices = Awaited<ReturnType<typeof requireDevices>>;

/** Refuses to revert what another user has switched after it was shown; locks the features. */
async function requireFresh(tx: Tx, wanted: readonly Wanted[], devices: Devices): Promise<void> {
  const rows = await tx
    .selectFrom('partner_feature')
    .leftJoin('app_user as person', 'person.id', 'partner_feature.updated_by')
    .select(['udi_key', 'option', 'version', personJson('person').as('by')])
    .where(
      'udi_key',
      'in',
      wanted.map(({ key }) => key),
    )
    .orderBy('udi_key')
    .forUpdate('partner_feature')
    .execute();
  const stored = new Map(rows.map((row) => [row.udi_key, row]));
  const stale = wanted.flatMap(({ key, option, version }) => {
    const [row, device] = [stored.get(key), devices.get(key)];
    if (!row || !device || row.option === option || (version ?? row.version) === row.version) return [];
    return [{ id: device.id, name: device.udi, version: row.version, changed_by: nameOf(row.by) }];
  });
  if (stale[0]) throw new Refusal('conflict', { changed_by: stale[0].changed_by, stale });
}
