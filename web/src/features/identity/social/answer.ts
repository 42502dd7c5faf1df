import { SocialAnswer } from '@cusp/contract/social';

/** Identifies our own messages among those of extensions and tools. */
const MARK = 'cusp.social';
/** Reaches this page even if the provider's pages have cut the pop-up off from its opener (COOP). */
const CHANNEL = 'cusp.social';

interface Message {
  mark: typeof MARK;
  /** The query of the pop-up's URL. */
  answer: Record<string, string>;
}

/** Sends the response to the page that opened this window, if it is of this origin. */
export function postToOpener(answer: Record<string, string>): void {
  const message: Message = { mark: MARK, answer };
  if (window.opener) {
    (window.opener as Window).postMessage(message, location.origin);
    return;
  }
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

/** The response in a window message, if it comes from this origin and belongs to the sign-in with this state. */
export const answerIn = ({ origin, data }: Pick<MessageEvent, 'origin' | 'data'>, state: string) =>
  origin === location.origin ? answerOf(data, state) : null;

function answerOf(data: unknown, state: string): SocialAnswer | null {
  const { mark, answer } = (data ?? {}) as Partial<Message>;
  if (mark !== MARK) return null;
  const parsed = SocialAnswer.safeParse(answer);
  return parsed.success && parsed.data.state === state ? parsed.data : null;
}

/** Waits for the response to one sign-in. */
export function answerTo(state: string, signal: AbortSignal): Promise<SocialAnswer> {
  const channel = new BroadcastChannel(CHANNEL);
  const ended = new AbortController();
  return new Promise<SocialAnswer>((resolve, reject) => {
    const hear = (answer: SocialAnswer | null) => {
      if (answer) resolve(answer);
    };
    // Only pages of this origin have the channel.
    channel.onmessage = ({ data }) => hear(answerOf(data, state));
    addEventListener('message', (event) => hear(answerIn(event, state)), { signal: ended.signal });
    signal.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal });
  }).finally(() => {
    ended.abort();
    channel.close();
  });
}
