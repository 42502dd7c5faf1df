import type { AppInfo, Odm } from '@cusp/contract/brand';
import { API_BASE } from '@cusp/contract/endpoint';
import * as region from '@cusp/contract/storage-region';

let info: AppInfo | null = null;

/** The nonce of this page's style policy; '' on the development server. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

/**
 * Version, region and skin of the host. The server writes them into the page. The development server does
 * not, so there they are fetched and the colours set afterwards.
 */
export async function loadAppInfo(): Promise<AppInfo> {
  const embedded = document.getElementById('app-info')?.textContent;
  info = embedded ? (JSON.parse(embedded) as AppInfo) : await askAppInfo();
  return info;
}

/** Result of `loadAppInfo`; constant while the page is open. */
export function appInfo(): AppInfo {
  if (!info) throw new Error('the page started without its app info');
  return info;
}

export const brand = (): Odm => appInfo().odm;

/** Whether people of this site choose a storage region by their country. */
export const asksForRegion = (): boolean =>
  region.asksForRegion({ isCloud: brand().is_cloud, otherRegionUrl: appInfo().other_region_url });

/** Address of the site that keeps the accounts of a country ('' if none is chosen); null for this site. */
export function siteOfCountry(country: string): string | null {
  const { other_region_url: otherRegionUrl, server_loc: serverLoc } = appInfo();
  const site = { isCloud: brand().is_cloud, otherRegionUrl, serverLoc };
  return region.belongsElsewhere(site, country) ? otherRegionUrl : null;
}

/** The support contact and documentation for a kind of institution. */
export const supportFor = (institution: 'Clinic' | 'Lab' | 'other'): Odm['support']['clinic'] =>
  institution === 'Clinic' ? brand().support.clinic : brand().support.lab;

/** The first three parts of the version, as displayed. */
export const shownVersion = (ver: string): string => ver.split('.').slice(0, 3).join('.');

async function askAppInfo(): Promise<AppInfo> {
  const reply = await fetch(`${API_BASE}/v1/app-info/`);
  if (!reply.ok) throw new Error(`could not load app-info: status ${reply.status}`);
  const asked = (await reply.json()) as AppInfo;
  const { style } = document.documentElement;
  style.setProperty('--brand', asked.odm.main_color);
  style.setProperty('--brand-hover', asked.odm.main_color_hover);
  style.setProperty('--brand-focus', asked.odm.main_color_focus);
  style.setProperty('--brand-dark', asked.odm.main_color_dark);
  document.title = asked.odm.app_name;
  return asked;
}
