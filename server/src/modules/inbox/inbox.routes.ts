import * as contract from '@cusp/contract/inbox';
import { fullName } from '@cusp/text/names';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../platform/http/actor.ts';
import { placeOf, placeText } from '../../platform/http/list-place.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { nameOf, pictureOf } from '../people/person.present.ts';
import { changeAllNotices, changeNotices } from './change-notices.ts';
import { countNotices, type NoticeRow, readNotices, type Shown } from './inbox.sql.ts';

const NOTICES_PER_PAGE = 30;

export function registerInboxRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.listInbox, async ({ actor, query }) => {
    const page = await pageOf(services, actor, query.show, query.before);
    app.readLog.addList(
      actor,
      'cases_listed',
      page.notices.flatMap((notice) => (notice.case ? [notice.case.id] : [])),
    );
    return page;
  });
  serve(app, contract.countInbox, ({ actor }) => countNotices(services.db, actor.userId));
  serve(app, contract.changeNotices, ({ actor, body }) => changeNotices(services, actor, body));
  serve(app, contract.changeAllNotices, ({ actor, body }) =>
    changeAllNotices(services, actor, { change: body.change, upTo: placeOf(body.up_to) }),
  );
}

async function pageOf({ db }: Services, { userId }: Actor, show: Shown, before: string | undefined) {
  const rows = await readNotices(db, userId, {
    show,
    before: before ? placeOf(before) : null,
    take: NOTICES_PER_PAGE + 1,
  });
  const page = rows.slice(0, NOTICES_PER_PAGE);
  const [first, last] = [page[0], page.at(-1)];
  return {
    notices: page.map(presentNotice),
    next: last && rows.length > NOTICES_PER_PAGE ? textOf(last) : null,
    first: first ? textOf(first) : null,
  };
}

const textOf = ({ place, id }: NoticeRow) => placeText({ at: place, id });

function presentNotice(row: NoticeRow) {
  const { person, case_id: caseId } = row;
  return {
    id: row.id,
    kind: row.kind,
    what: row.what,
    at: row.at.toISOString(),
    is_read: row.is_read,
    snoozed_until: row.snoozed_until?.toISOString() ?? null,
    person: person && { id: person.id, name: nameOf(person), picture: pictureOf(person) },
    case:
      caseId === null
        ? null
        : {
            id: caseId,
            no: row.no ?? '',
            patient: fullName(row.patient_first, row.patient_last),
          },
    status: row.status,
    due: row.due,
    comments: row.comments,
    group: row.group,
  };
}
