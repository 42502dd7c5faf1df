export { PROVIDER_NAMES, ProviderLogo } from './social/ProviderLogo.tsx';
