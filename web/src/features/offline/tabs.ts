/** Name of a lock, which ends with its tab too. Without locks each tab works alone. */
const sendingOf = (id: string): string => `cusp.sending ${id}`;

/** Notifications from the other tabs that changes were added or removed, or the id of the one that is being sent. */
export function openChannel(onMessage: (sent: string | null) => void): BroadcastChannel | null {
  if (typeof BroadcastChannel !== 'function') return null;
  const channel = new BroadcastChannel('cusp.waiting');
  channel.onmessage = ({ data }: MessageEvent<string | null>) => onMessage(data);
  return channel;
}

/** Runs work that one tab at a time may do. */
export const atTurn = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('cusp.offline', work) : work();

/** Sends a change while no tab can discard it. */
export const whileSending = <T>(id: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(sendingOf(id), work) : work();

/** Discards a change while no tab can send it; false if one is sending it. */
export async function unlessSent(id: string, discard: () => Promise<void>): Promise<boolean> {
  if (!navigator.locks) {
    await discard();
    return true;
  }
  return navigator.locks.request(sendingOf(id), { ifAvailable: true }, async (lock) => {
    if (lock) await discard();
    return lock !== null;
  });
}

/** Resolves when no tab is sending a change any more. */
export const endOfSending = async (id: string): Promise<void> =>
  navigator.locks?.request(sendingOf(id), () => undefined);
