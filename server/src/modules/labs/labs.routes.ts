import { labLogo, listLabs as listLabsEndpoint } from '@cusp/contract/connections';
import type { FastifyInstance } from 'fastify';
import { found } from '../../platform/http/refusal.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { presentLabs } from './labs.present.ts';
import { listLabs, logoKeyOf } from './labs.sql.ts';
import { sendLogo } from './send-logo.ts';

export function registerLabsRoutes(app: FastifyInstance, services: Services): void {
  serve(app, listLabsEndpoint, async ({ actor }) => {
    const { labs, language } = await listLabs(services.db, actor.userId);
    return { dental_labs: presentLabs(labs, language) };
  });
  serve(app, labLogo, async ({ actor, params, reply }) => {
    const key = found(await logoKeyOf(services.db, actor.userId, params.labId));
    return sendLogo(services, reply, key);
  });
}
