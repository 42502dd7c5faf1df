import { SocialAnswer } from '@cusp/contract/social';

/** Marks our own message among those that extensions and tools send around. */
const MARK = 'cusp.social';
/** Reaches the page where the provider's own pages have cut the pop-up off from its opener. */
const CHANNEL = 'cusp.social';

interface Message {
  mark: typeof MARK;
  /** What came with the pop-up's address. */
  answer: Record<string, string>;
}

/** Hands the answer to the page that opened this window, if it is a page of this very site. */
export function tellOpener(answer: Record<string, string>): void {
  const message: Message = { mark: MARK, answer };
  if (window.opener) {
    (window.opener as Window).postMessage(message, location.origin);
    return;
  }
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

/** The answer in a message of a window, when it comes from this site and belongs to the sign-in with this state. */
export const answerIn = ({ origin, data }: Pick<MessageEvent, 'origin' | 'data'>, state: string) =>
  origin === location.origin ? answerOf(data, state) : null;

function answerOf(data: unknown, state: string): SocialAnswer | null {
  const { mark, answer } = (data ?? {}) as Partial<Message>;
  if (mark !== MARK) return null;
  const parsed = SocialAnswer.safeParse(answer);
  return parsed.success && parsed.data.state === state ? parsed.data : null;
}

/** Waits for the answer to one sign-in. */
export function answerTo(state: string, signal: AbortSignal): Promise<SocialAnswer> {
  const channel = new BroadcastChannel(CHANNEL);
  const ended = new AbortController();
  return new Promise<SocialAnswer>((resolve, reject) => {
    const hear = (answer: SocialAnswer | null) => {
      if (answer) resolve(answer);
    };
    // Nobody but this site has the channel.
    channel.onmessage = ({ data }) => hear(answerOf(data, state));
    addEventListener('message', (event) => hear(answerIn(event, state)), { signal: ended.signal });
    signal.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal });
  }).finally(() => {
    ended.abort();
    channel.close();
  });
}
