import type { SocialProvider } from '@cusp/contract/wire';

export const PROVIDER_NAMES: Record<SocialProvider, string> = { facebook: 'Facebook', google: 'Google' };

interface Props {
  provider: SocialProvider;
  size?: number;
}

/** The provider's logo in its own colours, as its branding rules require. Decorative: the name is next to it. */
export function ProviderLogo({ provider, size = 18 }: Props) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden focusable="false">
      {PATHS[provider].map(([fill, path]) => (
        <path key={fill} fill={fill} d={path} />
      ))}
    </svg>
  );
}

const PATHS: Record<SocialProvider, readonly (readonly [fill: string, path: string])[]> = {
  google: [
    [
      '#4285F4',
      'M23.5 12.3c0-.8-.1-1.6-.2-2.3H12v4.5h6.5a5.5 5.5 0 0 1-2.4 3.6v3h3.9c2.2-2.1 3.5-5.2 3.5-8.8z',
    ],
    [
      '#34A853',
      'M12 24c3.2 0 6-1.1 8-2.9l-3.9-3c-1.1.7-2.5 1.2-4.1 1.2-3.1 0-5.8-2.1-6.7-5H1.3v3.1A12 12 0 0 0 12 24z',
    ],
    ['#FBBC05', 'M5.3 14.3a7.2 7.2 0 0 1 0-4.6V6.6h-4a12 12 0 0 0 0 10.8z'],
    ['#EA4335', 'M12 4.8c1.8 0 3.3.6 4.6 1.8L20 3.1A12 12 0 0 0 1.3 6.6l4 3.1c.9-2.9 3.6-4.9 6.7-4.9z'],
  ],
  facebook: [
    [
      '#0866FF',
      'M24 12a12 12 0 1 0-14.9 11.6v-7.9H6.6V12h2.5v-1.6c0-4.1 1.9-6 5.9-6 .8 0 2.1.2 2.6.3V8c-.3 0-.8 0-1.4 0-2 0-2.7.7-2.7 2.7V12h3.9l-.7 3.7h-3.2v8.2A12 12 0 0 0 24 12z',
    ],
  ],
};
