import type { Generated } from 'kysely';

/** A browser that gets notifications as long as its session is not ended. */
export interface PushSubscriptionTable {
  id: Generated<number>;
  session_id: string;
  /** Address at the push service of the browser's maker. */
  endpoint: string;
  /** Public key of the browser, an uncompressed point of P-256. */
  browser_key: Buffer;
  auth_secret: Buffer;
  created_at: Generated<Date>;
}

/** The one key pair that names this deployment to push services (VAPID, RFC 8292). */
export interface VapidKeyTable {
  id: Generated<number>;
  /** An uncompressed point of P-256, URL-safe base64. */
  public_key: string;
  /** PKCS #8, sealed with the deployment's secret. */
  private_key: Buffer;
}
