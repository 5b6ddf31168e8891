// What the service worker has besides what its libraries know. `BUILD` and `SHELL` are written by the build.

declare const BUILD: string, SHELL: string[];

interface WorkerGlobalScope { registration: ServiceWorkerRegistration; clients: Clients; skipWaiting(): Promise<void> }
interface Event {
  request: Request; respondWith(response: Promise<Response>): void; waitUntil(work: Promise<unknown>): void;
}
