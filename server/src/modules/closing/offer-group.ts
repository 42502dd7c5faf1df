import { PAGES } from '@cusp/contract/pages';
import type { Proof } from '@cusp/contract/security';
import type { Done } from '@cusp/contract/wire';
import { fullName } from '@cusp/text/names';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { MailTemplate } from '../../platform/mail/mail-request.ts';
import type { Services } from '../../platform/services.ts';
import { timeInWords } from '../../platform/time/time-in-words.ts';
import { inTransaction, type Work } from '../../platform/work.ts';
import { countInvitation } from '../invitations/invitation-limit.ts';
import { lockPerson, lockWith, personById } from '../invitations/people.sql.ts';
import { proveSelf } from '../security/prove-self.ts';
import { noteGroup } from '../share-groups/own-group.ts';
import { mayManage } from '../share-groups/share-groups.policy.ts';
import { groupOf, lockGroup } from '../share-groups/share-groups.sql.ts';

/** How long a member has to decide. */
const OFFER_DAYS = 7;

/**
 * Offers the group to a member. The owner is responsible for the data of a practice, so a member becomes one only by
 * accepting.
 */
export async function offerGroup(
  services: Services,
  actor: Actor,
  { id, member, proof }: { id: number; member: number; proof: Proof },
): Promise<Done> {
  await inTransaction(services, actor, ({ tx }) => lockOwnGroup(tx, actor, id));
  await proveSelf(services, actor, proof);
  return inTransaction(services, actor, async (work) => {
    const { tx } = work;
    const next = found(await personOfMember(tx, id, member));
    // Locked before the group, as everywhere.
    await lockWith(tx, actor.userId, next);
    const group = await lockOwnGroup(tx, actor, id);
    // The member may have left before the group was locked.
    if ((await personOfMember(tx, id, member)) !== next) throw new Refusal('not_found');
    const open = await openOffer(tx, id);
    if (open && open.id !== member) throw new Refusal('offer_open');
    await requireFit(tx, { owner: actor.userId, next });
    // A repeated click makes no second offer.
    if (open) return {};
    await countInvitation(tx, services, actor.userId, (await personById(tx, next)).email_key);
    await endOffer(tx, id);
    const { offered_until } = await tx
      .updateTable('group_member')
      .set({ offered_until: sql<Date>`now() + make_interval(days => ${OFFER_DAYS})` })
      .where('id', '=', member)
      .returning('offered_until')
      .executeTakeFirstOrThrow();
    await noteOffer(work, { id, people: [actor.userId, next], change: 'offered' });
    await mailAbout(work, 'group-offered', {
      to: next,
      from: actor.userId,
      group,
      until: offered_until,
    });
    return {};
  });
}

/** The owner takes the offer back. */
export async function withdrawOffer(services: Services, actor: Actor, id: number): Promise<Done> {
  await inTransaction(services, actor, ({ tx }) => lockOwnGroup(tx, actor, id));
  return inTransaction(services, actor, async (work) => {
    const { tx } = work;
    const asked = (await openOffer(tx, id))?.user_id ?? actor.userId;
    await lockWith(tx, actor.userId, asked);
    const group = await lockOwnGroup(tx, actor, id);
    const next = (await openOffer(tx, id))?.user_id;
    if (next !== asked) throw new Refusal('offer_over');
    await endOffer(tx, id);
    await noteOffer(work, { id, people: [actor.userId, next], change: 'offer withdrawn' });
    await mailAbout(work, 'group-offer-withdrawn', { to: next, from: actor.userId, group });
    return {};
  });
}

/** The member stays a member. */
export async function declineOffer(services: Services, actor: Actor, id: number): Promise<Done> {
  return inTransaction(services, actor, async (work) => {
    const { group } = await lockOffered(work.tx, actor, id);
    await endOffer(work.tx, id);
    await noteOffer(work, { id, people: [group.owner_id, actor.userId], change: 'offer declined' });
    await mailAbout(work, 'group-offer-declined', { to: group.owner_id, from: actor.userId, group });
    return {};
  });
}

/** Locks a group that is offered to the person, its owner and the person. */
export async function lockOffered(tx: Tx, actor: Actor, id: number) {
  const asked = found(await groupOf(tx, actor.userId));
  await lockWith(tx, actor.userId, asked.owner_id);
  const group = await lockGroup(tx, actor.userId, id);
  if (group.owner_id === actor.userId) throw new Refusal('forbidden');
  // Others who manage the group lock its owner first.
  if (group.owner_id !== asked.owner_id) throw new Refusal('offer_over');
  const offer = await openOffer(tx, id);
  if (offer?.user_id !== actor.userId) throw new Refusal('offer_over');
  return { group, offer };
}

async function lockOwnGroup(tx: Tx, actor: Actor, id: number) {
  const group = await lockGroup(tx, actor.userId, id);
  const refused = mayManage(actor.userId, group);
  if (refused) throw new Refusal(refused);
  return group;
}

const openOffer = (tx: Tx, id: number) =>
  tx
    .selectFrom('group_member')
    .select(['id', 'user_id'])
    .where('group_id', '=', id)
    .where('status', '=', 'ACCD')
    .where('offered_until', '>', sql<Date>`now()`)
    .executeTakeFirst();

async function personOfMember(tx: Tx, id: number, member: number): Promise<number | null | undefined> {
  const row = await tx
    .selectFrom('group_member')
    .select('user_id')
    .where('id', '=', member)
    .where('group_id', '=', id)
    .where('status', '=', 'ACCD')
    .executeTakeFirst();
  return row?.user_id;
}

/** Also clears an offer that has expired. */
const endOffer = (tx: Tx, id: number) =>
  tx
    .updateTable('group_member')
    .set({ offered_until: null })
    .where('group_id', '=', id)
    .where('offered_until', 'is not', null)
    .execute();

/** Refuses people who cannot act, and changes while the practice moves to another region. */
export async function requireFit(tx: Tx, { owner, next }: { owner: number; next: number }): Promise<void> {
  const able = await tx
    .selectFrom('app_user')
    .select(['id', 'closes_at'])
    .where('id', 'in', [owner, next])
    .where('presence', '=', 'home')
    .where('activated_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('blocked_at', 'is', null)
    .execute();
  // An offer of a blocked owner is no longer valid.
  if (!able.some(({ id }) => id === owner)) throw new Refusal('offer_over');
  if (!able.some(({ id, closes_at }) => id === next && closes_at === null))
    throw new Refusal('member_cannot_own');
  const moving = await tx
    .selectFrom('moving_person')
    .innerJoin('region_move', 'region_move.id', 'move_id')
    .select('user_id')
    .where('user_id', 'in', [owner, next])
    .where('step', 'not in', ['arrived', 'erased', 'cancelled', 'failed'])
    .executeTakeFirst();
  if (moving) throw new Refusal('moving');
}

async function noteOffer(
  work: Work,
  { id, people, change }: { id: number; people: number[]; change: string },
): Promise<void> {
  await work.record({ name: 'sharegroup_modified', audience: people, ids: { group: id } });
  await noteGroup(work, id, change);
}

/** Mails one of the two about what the other did. */
export async function mailAbout(
  work: Work,
  template: MailTemplate,
  { to, from, group, until }: { to: number; from: number; group: { name: string }; until?: Date | null },
): Promise<void> {
  const reader = await lockPerson(work.tx, to);
  const other = await lockPerson(work.tx, from);
  await work.mail(reader, template, {
    name: reader.first_name,
    who: fullName(other.first_name, other.last_name) || other.email,
    group: group.name,
    link: PAGES.groups,
    ...(until ? { until: timeInWords(reader.language, until) } : {}),
  });
}
