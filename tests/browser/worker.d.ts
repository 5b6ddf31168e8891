// What the service worker has besides what its libraries know. `ASSETS` and `SHELL` are written by the build.

declare const ASSETS: string, SHELL: string[];

interface WorkerGlobalScope { registration: ServiceWorkerRegistration; clients: Clients; skipWaiting(): Promise<void> }
interface Event {
  request: Request; respondWith(response: Promise<Response>): void; waitUntil(work: Promise<unknown>): void;
}
