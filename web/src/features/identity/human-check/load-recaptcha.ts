/** The part of Google's script (reCAPTCHA version 2 with a checkbox) that we use. */
export interface Recaptcha {
  ready(run: () => void): void;
  render(
    place: HTMLElement,
    options: {
      sitekey: string;
      theme: 'light' | 'dark';
      callback(): void;
      'expired-callback'(): void;
      'error-callback'(): void;
    },
  ): number;
  /** '' while the box is not ticked. */
  getResponse(box: number): string;
  reset(box: number): void;
}

const ADDRESS = 'https://www.google.com/recaptcha/api.js?render=explicit';
let loading: Promise<Recaptcha> | null = null;

/** Loads Google's script once, in the language of the page. Rejects if Google cannot be reached. */
export function loadRecaptcha(language: string): Promise<Recaptcha> {
  loading ??= new Promise<Recaptcha>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${ADDRESS}&hl=${encodeURIComponent(language)}`;
    script.onload = () => {
      const { grecaptcha } = globalThis as { grecaptcha?: Recaptcha };
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
      else script.onerror?.('no api');
    };
    script.onerror = () => {
      script.remove();
      loading = null;
      reject(new Error('the human check could not be loaded'));
    };
    document.head.append(script);
  });
  return loading;
}
