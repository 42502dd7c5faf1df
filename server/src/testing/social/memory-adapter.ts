import type { Adapter, AdapterPayload } from 'oidc-provider';

/** In-memory storage of the fake provider's sessions and codes. */
export function memoryAdapter(): (model: string) => Adapter {
  const held = new Map<string, AdapterPayload>();
  return (model) => {
    const key = (id: string) => `${model}:${id}`;
    const find = async (is: (payload: AdapterPayload, key: string) => boolean) =>
      [...held].find(([at, payload]) => at.startsWith(`${model}:`) && is(payload, at))?.[1];
    return {
      async upsert(id, payload) {
        held.set(key(id), payload);
      },
      find: async (id) => held.get(key(id)),
      findByUid: (uid) => find((payload) => payload.uid === uid),
      findByUserCode: (userCode) => find((payload) => payload.userCode === userCode),
      async consume(id) {
        const payload = held.get(key(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        held.delete(key(id));
      },
      async revokeByGrantId(grantId) {
        for (const [at, payload] of held) if (payload.grantId === grantId) held.delete(at);
      },
    };
  };
}
