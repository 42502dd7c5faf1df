import { Readable } from 'node:stream';
import * as contract from '@cusp/contract/region-move';
import type { FastifyInstance } from 'fastify';
import { skinOfHost } from '../../platform/brand/brands.ts';
import { sendBytes } from '../../platform/http/send-bytes.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { registerMadeStatements } from './made-statements.ts';
import { makeCertificate } from './make-certificate.ts';
import { planMove } from './plan-move.ts';
import { listMoves, showCertificate, showMove, steerMove } from './show-move.ts';
import { registerMoveSource } from './source.ts';
import { cancelMove, startMove } from './start-move.ts';
import { registerMoveTarget } from './target.ts';

export async function registerRegionMoveRoutes(app: FastifyInstance, services: Services): Promise<void> {
  registerMoveSource(app, services);
  registerMoveTarget(app, services);
  registerMadeStatements(app, services);
  serve(app, contract.moveState, ({ actor }) => showMove(services, actor));
  serve(app, contract.planMove, ({ actor, query }) => planMove(services, actor, query.country));
  serve(app, contract.startMove, ({ actor, body: { country, ...proof } }) =>
    startMove(services, actor, { country, proof }),
  );
  serve(app, contract.cancelMove, ({ actor }) => cancelMove(services, actor));
  serve(app, contract.moveCertificate, ({ actor }) => showCertificate(services, actor));
  serve(app, contract.moveCertificatePaper, async ({ actor, query, request, reply }) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const { filename, bytes } = await makeCertificate(services, actor, {
      ...query,
      skin: skinOfHost(request.host),
      signal: gone.signal,
    });
    return sendBytes(request, reply, {
      filename,
      type: 'application/pdf',
      inline: false,
      size: bytes.length,
      sha256: null,
      read: async () => Readable.from([bytes]),
    });
  });
  serve(app, contract.staffMoves, () => listMoves(services));
  serve(app, contract.steerMove, ({ actor, params, body }) =>
    steerMove(services, actor, params.id, body.action),
  );
}
