import * as changes from '@cusp/contract/case-changes';
import {
  listCaseDays as daysEndpoint,
  listCases as listEndpoint,
  userFilters,
} from '@cusp/contract/case-list';
import * as contract from '@cusp/contract/cases';
import { Id } from '@cusp/contract/wire';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { serve } from '../../platform/http/serve.ts';
import { languageOf } from '../../platform/http/visitor.ts';
import { readApart } from '../../platform/read-apart.ts';
import type { Services } from '../../platform/services.ts';
import { readPeople } from '../case-access/case-people.ts';
import { changeAssignee, readAssignee } from '../cases/change-assignee.ts';
import { changeStatus } from '../cases/change-status.ts';
import { listCases } from '../cases/list-cases.ts';
import { listCaseDays } from '../cases/list-days.ts';
import { openCase } from '../cases/open-case.ts';
import { removeCases } from '../cases/remove-cases.ts';
import { undoRemoval } from '../cases/undo-removal.ts';
import { readUserFilters } from '../cases/user-filters.ts';
import { readCase, readContent } from './read-case.ts';
import { undoChange } from './undo-change.ts';

export function registerCasePageRoutes(app: FastifyInstance, services: Services): void {
  const log = app.readLog;
  const logList = (actor: Actor, { search }: { search: string }, posts: readonly { id: number }[]) =>
    log.addList(
      actor,
      search.trim() === '' ? 'cases_listed' : 'cases_searched',
      posts.map(({ id }) => id),
    );

  serve(app, listEndpoint, async ({ actor, query, request }) => {
    const list = await readApart(services, (from) => listCases(from, actor, query, languageOf(request)));
    logList(actor, query, list.posts);
    return list;
  });
  serve(app, daysEndpoint, async ({ actor, query, request }) => {
    const calendar = await readApart(services, (from) =>
      listCaseDays(from, actor, query, languageOf(request)),
    );
    logList(
      actor,
      query,
      calendar.days.flatMap(({ posts }) => posts),
    );
    return calendar;
  });
  serve(app, userFilters, ({ actor }) => readApart(services, (from) => readUserFilters(from, actor)));
  serve(app, contract.getCase, ({ actor, params }) => readCase(services, log, actor, { id: params.id }));
  serve(app, contract.getCaseByNo, ({ actor, params }) =>
    readCase(services, log, actor, numberOrId(params.no)),
  );
  serve(app, contract.getCaseContent, ({ actor, params }) =>
    readContent(services, log, actor, { id: params.id }),
  );
  serve(app, contract.openCase, ({ actor, params }) => openCase(services, actor, params.id));
  serve(app, changes.changeStatus, ({ actor, params, body }) =>
    changeStatus(services, actor, { caseId: params.id, ...body }),
  );
  serve(app, changes.getAssignee, ({ actor, params }) => readAssignee(services, actor, params.id));
  serve(app, changes.changeAssignee, ({ actor, params, body }) =>
    changeAssignee(services, actor, { caseId: params.id, assigneeId: body.assignee_id, was: body.was }),
  );
  serve(app, changes.casePeople, ({ actor, params }) => readPeople(services, actor, params.id));
  serve(app, changes.removeCases, ({ actor, params, body }) => {
    const ids = params.id > 0 ? [params.id] : body?.ids;
    if (!ids) throw new Refusal('invalid_input', 'ids');
    return removeCases(services, actor, ids);
  });
  serve(app, changes.undoChange, ({ actor, params }) => undoChange(services, actor, params.id));
  serve(app, changes.undoRemoveCases, ({ actor, params }) => undoRemoval(services, actor, params.id));
}

/** Case numbers contain a dash and ids do not; anything else in the path is a 404. */
function numberOrId(text: string): { no: string } | { id: number } {
  if (text.includes('-')) return { no: text };
  const id = Id.safeParse(text);
  if (!id.success) throw new Refusal('not_found');
  return { id: id.data };
}
