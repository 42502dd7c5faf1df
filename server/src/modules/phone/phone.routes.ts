import * as contract from '@cusp/contract/phone';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serve } from '../../platform/http/serve.ts';
import { visitorOf } from '../../platform/http/visitor.ts';
import type { Services } from '../../platform/services.ts';
import { newVisitor, phoneOwnerOf } from '../identity/phone-owner.ts';
import { requestPhoneCode } from './request-code.ts';
import { verifyPhoneCode } from './verify-code.ts';

export function registerPhoneRoutes(app: FastifyInstance, services: Services): void {
  const actorOf = async (request: FastifyRequest) =>
    request.headers.authorization ? app.authenticate(request, 'header', { alsoStaff: true }) : null;

  serve(app, contract.requestPhoneVerification, async ({ body, request, reply }) => {
    const owner = phoneOwnerOf(request, await actorOf(request)) ?? newVisitor(request, reply);
    await requestPhoneCode(services, visitorOf(request), owner, body.phone);
    return {};
  });

  serve(app, contract.verifyPhoneCode, async ({ body, request }) => {
    const owner = phoneOwnerOf(request, await actorOf(request));
    await verifyPhoneCode(services, visitorOf(request), owner, body);
    return {};
  });
}
