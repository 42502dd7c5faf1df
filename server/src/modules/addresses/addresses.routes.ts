import * as contract from '@cusp/contract/addresses';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { suggestAddresses } from './suggest-addresses.ts';

export function registerAddressesRoutes(app: FastifyInstance, services: Services): void {
  serve(app, contract.suggestAddresses, async ({ body, request }) => ({
    addresses: await suggestAddresses(services, request.ip, body),
  }));
}
