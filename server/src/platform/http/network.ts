/**
 * The network by which limits count an address: an IPv4 address itself, or the /64 of an IPv6 address, because one
 * household or machine can use any address of it. Empty without an address: contrary to its types, Fastify has no
 * address for a request whose connection has closed.
 */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined) return '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !ip.includes(':')) return mapped ?? ip;
  const [head = '', tail = ''] = ip.replace(/%.*$/, '').toLowerCase().split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const [left, right] = [groups(head), groups(tail)];
  const filled = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
