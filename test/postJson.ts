/** POSTs what it is given as JSON. */
export const postJson = (url: string, body: unknown, more: RequestInit = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), ...more })
