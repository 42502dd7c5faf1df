import { Readable } from 'node:stream';
import * as contract from '@cusp/contract/statements';
import type { FastifyInstance } from 'fastify';
import { audit } from '../../platform/audit/audit.ts';
import { skinOfHost } from '../../platform/brand/brands.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { sendBytes } from '../../platform/http/send-bytes.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { languageOf } from '../../platform/texts/load-texts.ts';
import { issueStatement } from './issue-statement.ts';
import { keptStatements, listStatements, statementForm } from './read-statements.ts';
import { statementForReader } from './statements.sql.ts';

export function registerStatementsRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  serve(app, contract.listStatements, ({ actor, params }) => listStatements(services, actor, params.id));
  serve(app, contract.statementForm, ({ actor, params }) => statementForm(services, actor, params.id));
  serve(app, contract.issueStatement, ({ actor, params, body, request, reply }) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const options = { skin: skinOfHost(request.host), signal: gone.signal };
    return issueStatement(services, actor, params.id, body, options);
  });
  serve(app, contract.keptStatements, ({ actor, query }) => keptStatements(services, actor, query));
  serve(app, contract.statementFile, async ({ actor, params, query, request, reply }) => {
    const found = await statementForReader(db, actor.userId, params.id);
    if (!found) throw new Refusal('statement_over');
    const { papers, no, version, caseId } = found;
    const language = query.language ?? (await languageOf(db, actor.userId));
    const paper = papers.find((each) => each.language === language) ?? papers[0];
    if (!paper) throw new Error('a statement has at least one paper');
    await audit(db, actor, {
      action: 'statement_downloaded',
      ...(caseId === null ? {} : { caseId }),
      object: { type: 'statement', id: params.id },
    });
    const bytes = Buffer.from(paper.pdf, 'base64');
    return sendBytes(request, reply, {
      filename: `${no}-statement-${version}.pdf`,
      type: 'application/pdf',
      inline: false,
      size: bytes.length,
      sha256: null,
      read: async () => Readable.from([bytes]),
    });
  });
}
