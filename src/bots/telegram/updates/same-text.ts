/** Compares two secrets without telling, by the time it takes, how much of them agrees. */
export async function sameText(a: string, b: string): Promise<boolean> {
  const [hashA, hashB] = await Promise.all([digest(a), digest(b)]);
  return crypto.subtle.timingSafeEqual(hashA, hashB);
}

function digest(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
}
