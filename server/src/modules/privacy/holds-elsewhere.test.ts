import { expect, test } from 'vitest';
import { askPeer } from '../../platform/region/peer-call.ts';
import { createCase, createGroup, createLabUser } from '../../testing/factories.ts';
import { loseCalls } from '../../testing/moves/bad-network.ts';
import { commentAs, createLone, moveOf, startMoveAs, workOnMove } from '../../testing/moves/practice.ts';
import { openTwoRegions } from '../../testing/regions.ts';
import { PASSWORD } from '../../testing/sign-in.ts';
import { delayStatements, stateCirclesPage } from '../case-access/stated-circles.ts';
import { HOLDS } from './hold-calls.ts';

const { us, eu } = await openTwoRegions({ rateLimitFactor: 0, config: { databasePoolSize: 20 } });

/** More holds than one reply between the regions has. */
const MANY = 101;

const holdMany = async ({
  person: author,
  lab,
}: Pick<Awaited<ReturnType<typeof createLone>>, 'person' | 'lab'>) => {
  for (let nr = 0; nr < MANY; nr += 1) {
    const { id } = await createCase(eu.services, { author, recipient: lab });
    await eu.services.db
      .insertInto('legal_hold')
      .values({ case_id: id, placed_by: lab.id, reason: 'Complaint', lifted_by: null, lifted_at: null })
      .execute();
  }
};

/** When the EU region learned of a person of the US. */
const statedAt = ({ id }: { id: number }) =>
  eu.services.db
    .selectFrom('app_user')
    .select(['person_stated_at', 'circle_stated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('a lab that stays lists and lifts its hold on a case that has moved, and nobody else does', async () => {
  const { person, lab, dentalCase } = await createLone(us);
  const [mate, stranger] = [await createLabUser(us.services), await createLabUser(us.services)];
  await createGroup(us.services, lab, [mate]);
  const asLab = await us.as(lab);
  const placed = await asLab.post('/v1/privacy/holds/', { no: dentalCase.no, reason: 'Complaint' });
  const { id } = placed.json();
  await commentAs(us, lab, dentalCase.id, 'From the lab');
  const moveId = await startMoveAs(us, person);
  await workOnMove(us, eu, moveId);
  expect((await moveOf(us, moveId)).step).toBe('arrived');
  const list = async (client = asLab) => (await client.get('/v1/privacy/holds/')).json();
  const lift = async (client = asLab) => {
    const reply = await client.post(`/v1/privacy/holds/${id}/lift/`);
    return [reply.statusCode, reply.json().code];
  };
  expect(await lift(await us.as(mate))).toEqual([403, 'privacy_owner_only']);
  expect(await lift(await us.as(stranger))).toEqual([404, 'not_found']);
  await us.services.db.deleteFrom('share_group').where('owner_id', '=', lab.id).execute();
  const asMover = await eu.as(person);
  expect([await lift(asMover), (await list(asMover)).holds]).toEqual([[404, 'not_found'], []]);
  const close = async () => (await asLab.post('/v1/user/closing/', { password: PASSWORD })).json().code;
  const remains = async () => (await asLab.get('/v1/user/closing/')).json();
  expect(await remains()).toMatchObject({ cases: 1, kept: 1, comments: 1, links: 0, is_complete: true });
  const stopRemains = loseCalls('closing-remains');
  expect(await remains()).toMatchObject({ cases: 0, kept: 0, comments: 0, is_complete: false });
  stopRemains();
  const stop = loseCalls('hold');
  expect([await list(), await lift()]).toEqual([
    { holds: [], is_complete: false },
    [503, 'region_unreachable'],
  ]);
  stop();
  // The people have left one region and are not in the other one yet.
  const become = (step: 'committed' | 'arrived') =>
    us.services.db.updateTable('region_move').set({ step }).where('id', '=', moveId).execute();
  await become('committed');
  expect([(await list()).is_complete, await lift(), await close()]).toEqual([
    false,
    [423, 'moving'],
    'account_on_hold',
  ]);
  await become('arrived');
  // Holds left here by the move, until the erasure, are not counted any more.
  expect(await close()).toBe('account_on_hold');
  const stopAgain = loseCalls('hold');
  expect(await close()).toBe('region_unreachable');
  stopAgain();
  expect(await list()).toMatchObject({
    holds: [{ id, reason: 'Complaint', case: { no: dentalCase.no, patient: '' }, is_elsewhere: true }],
    is_complete: true,
  });
  // A member of another owner's group is responsible for the holds that they placed before they joined it.
  const group = await createGroup(us.services, stranger, [lab]);
  expect(await close()).toBe('account_on_hold');
  await us.services.db.deleteFrom('share_group').where('id', '=', group.id).execute();
  // Also a person whom staff of the other region have blocked there.
  const block = (blocked: { blocked_at: Date | null; blocked_by: number | null }) =>
    eu.services.db.updateTable('app_user').set(blocked).where('id', '=', lab.id).execute();
  await block({ blocked_at: new Date(), blocked_by: person.id });
  expect([await close(), (await list()).holds]).toEqual(['account_on_hold', []]);
  await block({ blocked_at: null, blocked_by: null });
  const stored = () =>
    eu.services.db.selectFrom('legal_hold').select(['lifted_by']).where('id', '=', id).execute();
  expect(await stored()).toEqual([{ lifted_by: null }]);
  expect([await lift(), await lift()]).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
  expect(await stored()).toEqual([{ lifted_by: lab.id }]);
  expect(await list()).toEqual({ holds: [], is_complete: true });
  await holdMany({ person, lab });
  const known = await statedAt(lab);
  const reading = await us.services.db.transaction().execute(async (tx) => {
    // A concurrent transaction is about to change a group.
    await delayStatements(tx);
    return list();
  });
  expect(reading.holds).toHaveLength(MANY);
  expect(new Set(reading.holds.map((hold: { id: number }) => hold.id)).size).toBe(MANY);
  // A page of a large circle without the person does not show their group.
  const { page: circles } = await us.services.db
    .transaction()
    .execute((tx) => stateCirclesPage(tx, [lab.id], lab.id));
  const asked = { user_id: lab.id, circles: { ...circles, circle: [lab.id] } };
  expect(await askPeer(us.services, HOLDS, asked)).toEqual({ holds: [], next: null });
  await eu.services.db.deleteFrom('legal_hold').where('placed_by', '=', lab.id).execute();
  expect(await statedAt(lab)).toEqual(known);
  expect(await close()).toBeUndefined();
  for (const { services } of [us, eu]) {
    const entries = services.db
      .selectFrom('audit_log')
      .select('user_id')
      .where('action', '=', 'legal_hold_lifted');
    expect(await entries.where('object_id', '=', id).execute()).toEqual([{ user_id: lab.id }]);
  }
}, 120_000);
