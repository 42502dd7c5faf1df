import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';
import { newActionId } from './action-ids.ts';
import { ApiError } from './api-error.ts';
import { headersOf } from './call.ts';
import { accessToken, renewAccess } from './session/access.ts';
import { noteActivity } from './session/last-activity.ts';

/**
 * The HTTP stack of the upload library, with the rules of `call`: our headers, and a refused token is renewed
 * once.
 */
export const tusRequests: HttpStack = {
  createRequest: (method, url) => new TusRequest(method, url),
  getName: () => 'cusp',
};

class TusRequest implements HttpRequest {
  readonly #method: string;
  readonly #url: string;
  readonly #headers = new Map<string, string>();
  #onProgress: (sent: number) => void = () => {};
  #request: XMLHttpRequest | null = null;
  #isAborted = false;

  constructor(method: string, url: string) {
    this.#method = method;
    this.#url = url;
  }

  getMethod = (): string => this.#method;
  getURL = (): string => this.#url;
  setHeader = (name: string, value: string): void => void this.#headers.set(name, value);
  getHeader = (name: string): string | undefined => this.#headers.get(name);
  getUnderlyingObject = (): XMLHttpRequest | null => this.#request;
  setProgressHandler(handler: (sent: number) => void): void {
    this.#onProgress = handler;
  }

  async send(body: Blob | null): Promise<HttpResponse> {
    const actionId = newActionId();
    const token = accessToken();
    const reply = await this.#sendOnce(body, actionId);
    if (reply.getStatus() !== 401 || this.#isAborted || !(await renewAccess(token))) return reply;
    return this.#sendOnce(body, actionId);
  }

  async abort(): Promise<void> {
    this.#isAborted = true;
    this.#request?.abort();
  }

  #sendOnce(body: Blob | null, actionId: string): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      this.#request = request;
      request.open(this.#method, this.#url);
      for (const [name, value] of [...this.#headers, ...Object.entries(headersOf(actionId))]) {
        request.setRequestHeader(name, value);
      }
      request.upload.onprogress = ({ loaded }) => {
        // A person is waiting for the upload, so it extends the session however long it takes.
        noteActivity();
        this.#onProgress(loaded);
      };
      request.onload = () => resolve(replyOf(request));
      request.onerror = () => reject(new ApiError(0, { code: 'offline' }));
      request.onabort = () => reject(new ApiError(0, { code: 'aborted' }));
      request.send(body);
    });
  }
}

const replyOf = (request: XMLHttpRequest): HttpResponse => ({
  getStatus: () => request.status,
  getHeader: (name) => request.getResponseHeader(name) ?? undefined,
  getBody: () => request.responseText,
  getUnderlyingObject: () => request,
});
