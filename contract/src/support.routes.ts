/** Value of `callfrom` with which a support tab checks, streams and ends its session. */
export const CALLED_FROM_SUPPORT = 'support';
