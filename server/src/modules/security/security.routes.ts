import * as accounts from '@cusp/contract/accounts';
import * as contract from '@cusp/contract/security';
import * as stepReset from '@cusp/contract/step-reset';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { siteOf } from '../../platform/brand/site.ts';
import { readForm } from '../../platform/http/multipart-form.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { serve } from '../../platform/http/serve.ts';
import { visitorOf } from '../../platform/http/visitor.ts';
import type { Services } from '../../platform/services.ts';
import { changePassword } from '../identity/passwords.ts';
import { browserOf, sendSession } from '../identity/send-session.ts';
import { beginApp, confirmApp, removeApp, renewRecoveryCodes } from './authenticator.ts';
import { keepByToken, keepOwn } from './cancel-step-reset.ts';
import { logInByCode } from './log-in-by-code.ts';
import { logInByPasskey, passkeyRequest } from './log-in-by-passkey.ts';
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts';
import { passkeyProof } from './passkey-proof.ts';
import { addPasskey, passkeyCreation, removePasskey, renamePasskey } from './passkeys.ts';
import { proveSecondFactor } from './prove-self.ts';
import { securityStateOf } from './security-state.ts';
import { undoSecondStep } from './undo-second-step.ts';

export function registerSecurityRoutes(app: FastifyInstance, services: Services): void {
  const siteAt = (request: FastifyRequest) => siteOf(services.config, request.host);
  const siteHere = (request: FastifyRequest) => {
    const site = siteAt(request);
    if (!site) throw new Refusal('passkeys_unavailable');
    return site;
  };

  serve(app, contract.listSessions, async ({ actor }) => ({ sessions: await listSessions(services, actor) }));
  serve(app, contract.endSession, async ({ actor, params, body }) => {
    await endOwnSession(services, actor, { ...params, proof: body });
    return {};
  });
  serve(app, contract.endOtherSessions, async ({ actor, body }) => ({
    ended: await endOtherSessions(services, actor, body),
  }));

  serve(app, contract.securityState, async ({ actor, request }) =>
    securityStateOf(services, actor, siteAt(request)),
  );
  serve(app, accounts.changePassword, async ({ actor, request }) => {
    const { fields } = await readForm(request, accounts.changePassword.body);
    const { code, credential, ...passwords } = fields;
    await changePassword(services, actor, passwords, () =>
      proveSecondFactor(services, actor, { code, credential, site: siteAt(request) }),
    );
    return {};
  });

  serve(app, contract.beginApp, async ({ actor, body, request }) =>
    beginApp(services, actor, visitorOf(request).brand, { ...body, site: siteAt(request) }),
  );
  serve(app, contract.confirmApp, async ({ actor, body }) => ({
    recovery_codes: await confirmApp(services, actor, body.code),
  }));
  serve(app, contract.removeApp, async ({ actor, body, request }) => {
    await removeApp(services, actor, { ...body, site: siteAt(request) });
    return {};
  });
  serve(app, contract.renewRecoveryCodes, async ({ actor, body, request }) => ({
    recovery_codes: await renewRecoveryCodes(services, actor, { ...body, site: siteAt(request) }),
  }));

  serve(app, contract.passkeyProof, async ({ actor, request }) => ({
    options: { ...(await passkeyProof(services, actor, siteHere(request))) },
  }));
  serve(app, contract.passkeyCreation, async ({ actor, body, request }) => {
    const where = { site: siteHere(request), brand: visitorOf(request).brand };
    const proof = { ...body, site: where.site };
    return { options: { ...(await passkeyCreation(services, actor, where, proof)) } };
  });
  serve(app, contract.addPasskey, async ({ actor, body, request }) => {
    const credential = body.credential as unknown as RegistrationResponseJSON;
    const site = siteHere(request);
    return { recovery_codes: await addPasskey(services, actor, site, { name: body.name, credential }) };
  });
  serve(app, contract.renamePasskey, async ({ actor, params, body }) => {
    await renamePasskey(services, actor, params.id, body.name);
    return {};
  });
  serve(app, contract.removePasskey, async ({ actor, params, body, request }) => {
    await removePasskey(services, actor, params.id, { ...body, site: siteAt(request) });
    return {};
  });

  serve(app, contract.undoSecondStep, async ({ body, request }) => ({
    reset_token: await undoSecondStep(services, visitorOf(request), body),
  }));

  serve(app, stepReset.keepSecondStep, async ({ body, request }) => {
    await keepByToken(services, visitorOf(request), body);
    return {};
  });
  serve(app, stepReset.keepOwnSecondStep, async ({ actor }) => {
    await keepOwn(services, actor);
    return {};
  });

  serve(app, contract.loginByCode, async ({ body, request, reply }) => {
    const session = await logInByCode(services, visitorOf(request), body, browserOf(request));
    return sendSession(services, request, reply, session);
  });
  serve(app, contract.passkeyRequest, async ({ body, request }) => ({
    options: {
      ...(await passkeyRequest(services, siteHere(request), { ...body, device: browserOf(request).device })),
    },
  }));
  serve(app, contract.loginByPasskey, async ({ body, request, reply }) => {
    const answer = {
      token: body.token,
      credential: body.credential as unknown as AuthenticationResponseJSON,
    };
    const visitor = visitorOf(request);
    const session = await logInByPasskey(services, visitor, siteHere(request), answer, browserOf(request));
    return sendSession(services, request, reply, session);
  });
}
