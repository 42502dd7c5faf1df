import * as contract from '@cusp/contract/push';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { readPush, subscribe, unsubscribe } from './subscriptions.ts';

export function registerPushRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.getPush, ({ actor }) => readPush(services, actor));
  serve(app, contract.subscribePush, ({ actor, body }) => subscribe(services, actor, body));
  serve(app, contract.unsubscribePush, ({ actor }) => unsubscribe(services, actor));
}
