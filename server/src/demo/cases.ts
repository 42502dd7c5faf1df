import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { DraftFields } from '@cusp/contract/draft-fields';
import { changeAssignee } from '../modules/cases/change-assignee.ts';
import { changeStatus } from '../modules/cases/change-status.ts';
import { addComment } from '../modules/comments/add-comment.ts';
import { createDraft } from '../modules/drafts/create-draft.ts';
import { sendDraft } from '../modules/drafts/send-draft.ts';
import { uploadFile } from '../modules/files/upload-file.ts';
import { internalActor } from '../platform/http/actor.ts';
import type { Services } from '../platform/services.ts';
import type { Cast } from './cast.ts';
import { moveToThePast } from './past.ts';
import { type DemoPeople, idOf } from './practices.ts';
import { type DemoFile, scansFor } from './scans.ts';
import { PATHS, PATIENTS, STORIES } from './story.ts';

/** Age of the oldest cases in days; newer cases are closer together. */
const DAYS = 120;
const DAY_MS = 24 * 3600 * 1000;
const AT_ONCE = 8;

/**
 * Creates the cases in all statuses through the use cases of the product. `scanners` are the devices of their
 * authors.
 */
export async function sendDemoCases(
  services: Services,
  { exchanges, groups }: Pick<Cast, 'exchanges' | 'groups'>,
  people: DemoPeople,
  scanners: ReadonlyMap<string, number>,
): Promise<void> {
  const planned = exchanges.flatMap((exchange) =>
    Array.from({ length: exchange.count }, () => ({
      ...exchange,
      hasColleagues: groups.some(({ owner }) => owner === exchange.recipient),
      deviceId: scanners.get(exchange.author) ?? null,
    })),
  );
  const send = async (exchange: Exchange, index: number) => {
    // A stride that is coprime to the total spreads each exchange over the whole time.
    const place = (index * 23) % planned.length;
    await sendOne(services, people, exchange, index, DAYS * (1 - place / planned.length) ** 1.6);
  };
  // Making scans keeps the process busy for seconds, in which cases that wait for a connection would time out.
  for (const index of planned.keys()) scansFor(index, preparedIn(STORIES[index % STORIES.length]));
  // Several at a time, because most of the work is waiting for the disk.
  const waiting = planned.entries();
  const sender = async () => {
    for (const [index, exchange] of waiting) await send(exchange, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  await services.db
    .updateTable('app_user')
    .set({ post_publish_email: true, post_edit_email: true, comment_add_email: true })
    .where('id', 'in', [...people.values()])
    .execute();
}

/** Teeth (FDI) that a story prepares. */
const preparedIn = (story: (typeof STORIES)[number] | undefined) =>
  story?.restorations.flatMap(({ teeth }) => teeth) ?? [];

type Exchange = Cast['exchanges'][number] & { deviceId: number | null; hasColleagues: boolean };

async function sendOne(
  services: Services,
  people: DemoPeople,
  exchange: Exchange,
  index: number,
  ageDays: number,
): Promise<void> {
  const story = STORIES[index % STORIES.length];
  const patient = PATIENTS[index % PATIENTS.length];
  // New cases are at their beginning; most old ones are closed.
  const path = ageDays < 2 ? PATHS[index % 2] : PATHS[ageDays > 40 && index % 4 ? 3 : index % PATHS.length];
  if (!story || !patient || !path) return;
  const author = internalActor(idOf(people, exchange.author));
  const answerer = internalActor(
    idOf(people, exchange.answers[index % exchange.answers.length] ?? exchange.recipient),
  );
  const sentAt = new Date(Date.now() - ageDays * DAY_MS);
  const fields: DraftFields = {
    recipientId: idOf(people, exchange.recipient),
    patient: { firstname: patient.first, lastname: patient.last, sex: patient.sex, birthdate: patient.birth },
    numberSystem: exchange.numberSystem ?? 'FDI',
    restorations: story.restorations.map(({ arch = null, stumpShade = '', ...rest }) => ({
      ...rest,
      arch,
      stumpShade,
      meant: [],
    })),
    connectorChoices: [],
    noRestorationReason: '',
    deliveryDate: null,
    appointment: null,
    note: story.note,
    scansFollow: false,
    deviceId: exchange.deviceId,
  };
  const draft = await createDraft(services, author, { key: randomUUID(), fields });
  for (const file of scansFor(index, preparedIn(story))) await addFile(services, author, draft.id, file);
  const { id } = await sendDraft(services, author, { draftId: draft.id, version: draft.version });
  for (const [turn, comment] of story.talk.entries()) {
    await addComment(services, turn % 2 === 0 ? answerer : author, { caseId: id, comment });
  }
  if (path.length > 0 && exchange.hasColleagues) {
    await changeAssignee(services, answerer, { caseId: id, assigneeId: answerer.userId });
  }
  for (const { by, action } of path) {
    await changeStatus(services, by === 'author' ? author : answerer, { caseId: id, action });
  }
  await moveToThePast(services, id, sentAt, index);
}

async function addFile(
  services: Services,
  author: ReturnType<typeof internalActor>,
  caseId: number,
  file: DemoFile,
) {
  await uploadFile(services, author, caseId, async () => ({
    filename: file.filename,
    // A copy, because an upload frees the memory of its chunks and several cases share these scans.
    bytes: Readable.from([Buffer.from(file.bytes)]),
  }));
}
