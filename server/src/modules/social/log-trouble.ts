import type { SocialProvider } from '@cusp/contract/wire';
import type { Services } from '../../platform/services.ts';

/** Logs which provider failed and how, without its answer, which can contain tokens and names. */
export function logTrouble({ log }: Services, provider: SocialProvider, error: unknown): void {
  const { name, code } = error as { name?: unknown; code?: unknown };
  log.warn({ provider, name: String(name), code: String(code ?? '') }, 'social sign-in failed');
}
