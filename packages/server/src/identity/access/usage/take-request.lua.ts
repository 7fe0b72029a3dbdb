import { lineMaxMicros, oneRequest } from './take-request.ts'

/**
 * takeRequest inside Redis, by its clock; compare the two. Numbers are doubles here too, and exact up to 2^53. KEYS: the usage.
 * ARGV: rate per second, burst, daily quota or -1. Returns: 0 admitted, 1 refused by the rate, 2 by the quota; wait in
 * microseconds; level; used today; milliseconds until midnight.
 */
export const takeRequestScript = `
local rate, burst, quota = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local day = math.floor(time[1] / 86400)
local midnight = (day + 1) * 86400000000 - now
local full = burst * ${oneRequest}
local level, used, line = full, 0, 0

local kept = redis.call('HMGET', KEYS[1], 'level', 'at', 'day', 'used', 'line')
if kept[1] then
  local elapsed = math.max(0, now - kept[2])
  if elapsed < full / rate then level = math.min(full, kept[1] + elapsed * rate) end
  if tonumber(kept[3]) == day then used = tonumber(kept[4]) end
  line = tonumber(kept[5])
end

local refused, wait = 0, 0
if quota >= 0 and used >= quota then
  refused, wait = 2, midnight
elseif level < ${oneRequest} then
  refused = 1
  if line <= now then
    wait = math.ceil((${oneRequest} - level) / rate)
    line = now + wait
  else
    line = math.min(line + math.ceil(${oneRequest} / math.min(rate, burst / 2)), now + ${lineMaxMicros})
    wait = line - now + ${oneRequest}
  end
else
  level, used = level - ${oneRequest}, used + 1
end

local whole = function(number) return string.format('%.0f', number) end
redis.call('HSET', KEYS[1], 'level', whole(level), 'at', whole(now), 'day', whole(day), 'used', whole(used), 'line', whole(line))
local keepSeconds = math.max(math.ceil(burst / rate), ${Math.ceil(lineMaxMicros / 1_000_000)})
if quota >= 0 then keepSeconds = math.max(keepSeconds, math.ceil(midnight / 1000000)) end
redis.call('EXPIRE', KEYS[1], keepSeconds + 1)
return { refused, wait, level, used, math.ceil(midnight / 1000) }
`
