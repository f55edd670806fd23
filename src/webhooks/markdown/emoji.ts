/** The short codes people use in issues and commit messages; the rare ones stay as they are written. */
const CODES =
  "smile:😄 smiley:😃 grinning:😀 grin:😁 laughing:😆 satisfied:😆 sweat_smile:😅 rofl:🤣 joy:😂 slightly_smiling_face:🙂 " +
  "upside_down_face:🙃 wink:😉 blush:😊 innocent:😇 heart_eyes:😍 star_struck:🤩 kissing_heart:😘 yum:😋 " +
  "stuck_out_tongue:😛 stuck_out_tongue_winking_eye:😜 zany_face:🤪 hugs:🤗 thinking:🤔 shushing_face:🤫 zipper_mouth_face:🤐 " +
  "raised_eyebrow:🤨 neutral_face:😐 expressionless:😑 smirk:😏 unamused:😒 roll_eyes:🙄 grimacing:😬 relieved:😌 pensive:😔 " +
  "sleepy:😪 sleeping:😴 mask:😷 dizzy_face:😵 exploding_head:🤯 cowboy_hat_face:🤠 partying_face:🥳 sunglasses:😎 nerd_face:🤓 " +
  "monocle_face:🧐 confused:😕 worried:😟 slightly_frowning_face:🙁 open_mouth:😮 hushed:😯 astonished:😲 flushed:😳 " +
  "pleading_face:🥺 fearful:😨 cold_sweat:😰 cry:😢 sob:😭 scream:😱 disappointed:😞 sweat:😓 weary:😩 tired_face:😫 " +
  "triumph:😤 rage:😡 angry:😠 skull:💀 poop:💩 hankey:💩 clown_face:🤡 ghost:👻 alien:👽 robot:🤖 see_no_evil:🙈 " +
  "hear_no_evil:🙉 speak_no_evil:🙊 heart:❤️ orange_heart:🧡 yellow_heart:💛 green_heart:💚 blue_heart:💙 purple_heart:💜 " +
  "black_heart:🖤 broken_heart:💔 sparkling_heart:💖 100:💯 boom:💥 collision:💥 dizzy:💫 sweat_drops:💦 dash:💨 bomb:💣 " +
  "speech_balloon:💬 thought_balloon:💭 zzz:💤 wave:👋 raised_hand:✋ vulcan_salute:🖖 ok_hand:👌 pinching_hand:🤏 v:✌️ " +
  "crossed_fingers:🤞 metal:🤘 call_me_hand:🤙 point_left:👈 point_right:👉 point_up_2:👆 point_down:👇 point_up:☝️ +1:👍 " +
  "thumbsup:👍 -1:👎 thumbsdown:👎 fist:✊ facepunch:👊 punch:👊 clap:👏 raised_hands:🙌 open_hands:👐 handshake:🤝 pray:🙏 " +
  "writing_hand:✍️ muscle:💪 eyes:👀 eye:👁️ brain:🧠 bow:🙇 facepalm:🤦 shrug:🤷 technologist:🧑‍💻 detective:🕵️ ninja:🥷 " +
  "construction_worker:👷 runner:🏃 busts_in_silhouette:👥 bust_in_silhouette:👤 dog:🐶 cat:🐱 fox_face:🦊 bear:🐻 " +
  "panda_face:🐼 penguin:🐧 chicken:🐔 bird:🐦 frog:🐸 snake:🐍 dragon:🐉 whale:🐳 dolphin:🐬 octopus:🐙 snail:🐌 bug:🐛 ant:🐜 " +
  "bee:🐝 beetle:🐞 spider:🕷️ crab:🦀 unicorn:🦄 turtle:🐢 rabbit:🐰 camel:🐫 elephant:🐘 goat:🐐 seedling:🌱 evergreen_tree:🌲 " +
  "four_leaf_clover:🍀 maple_leaf:🍁 mushroom:🍄 rose:🌹 sunflower:🌻 apple:🍎 lemon:🍋 banana:🍌 cherries:🍒 " +
  "peach:🍑 avocado:🥑 hamburger:🍔 pizza:🍕 popcorn:🍿 cookie:🍪 cake:🍰 birthday:🎂 candy:🍬 coffee:☕ tea:🍵 beer:🍺 beers:🍻 " +
  "clinking_glasses:🥂 wine_glass:🍷 earth_africa:🌍 earth_americas:🌎 earth_asia:🌏 globe_with_meridians:🌐 mountain:⛰️ house:🏠 " +
  "office:🏢 building_construction:🏗️ rocket:🚀 airplane:✈️ ship:🚢 car:🚗 truck:🚚 bus:🚌 train:🚋 bike:🚲 ambulance:🚑 " +
  "rotating_light:🚨 traffic_light:🚥 construction:🚧 anchor:⚓ hourglass:⌛ hourglass_flowing_sand:⏳ watch:⌚ alarm_clock:⏰ " +
  "stopwatch:⏱️ clock1:🕐 sunny:☀️ cloud:☁️ partly_sunny:⛅ rainbow:🌈 umbrella:☔ zap:⚡ snowflake:❄️ snowman:⛄ fire:🔥 " +
  "droplet:💧 ocean:🌊 star:⭐ star2:🌟 sparkles:✨ jack_o_lantern:🎃 christmas_tree:🎄 fireworks:🎆 balloon:🎈 tada:🎉 " +
  "confetti_ball:🎊 gift:🎁 trophy:🏆 medal_sports:🏅 1st_place_medal:🥇 dart:🎯 video_game:🎮 game_die:🎲 jigsaw:🧩 art:🎨 " +
  "thread:🧵 gem:💎 lipstick:💄 mute:🔇 loud_sound:🔊 loudspeaker:📢 mega:📣 bell:🔔 no_bell:🔕 musical_note:🎵 iphone:📱 " +
  "telephone:☎️ battery:🔋 electric_plug:🔌 computer:💻 desktop_computer:🖥️ printer:🖨️ keyboard:⌨️ floppy_disk:💾 cd:💿 " +
  "camera:📷 camera_flash:📸 movie_camera:🎥 mag:🔍 mag_right:🔎 bulb:💡 flashlight:🔦 book:📖 books:📚 notebook:📓 scroll:📜 " +
  "page_facing_up:📄 newspaper:📰 bookmark:🔖 label:🏷️ moneybag:💰 dollar:💵 money_with_wings:💸 credit_card:💳 chart:💹 " +
  "envelope:✉️ email:📧 inbox_tray:📥 outbox_tray:📤 package:📦 mailbox:📫 pencil2:✏️ pencil:📝 memo:📝 briefcase:💼 " +
  "file_folder:📁 open_file_folder:📂 card_index_dividers:🗂️ date:📅 calendar:📆 chart_with_upwards_trend:📈 " +
  "chart_with_downwards_trend:📉 bar_chart:📊 clipboard:📋 pushpin:📌 round_pushpin:📍 paperclip:📎 straight_ruler:📏 scissors:✂️ " +
  "wastebasket:🗑️ lock:🔒 unlock:🔓 closed_lock_with_key:🔐 key:🔑 hammer:🔨 hammer_and_wrench:🛠️ wrench:🔧 gear:⚙️ " +
  "nut_and_bolt:🔩 balance_scale:⚖️ link:🔗 chains:⛓️ toolbox:🧰 magnet:🧲 alembic:⚗️ test_tube:🧪 dna:🧬 microscope:🔬 " +
  "telescope:🔭 satellite:📡 syringe:💉 pill:💊 adhesive_bandage:🩹 stethoscope:🩺 door:🚪 broom:🧹 basket:🧺 soap:🧼 " +
  "shopping_cart:🛒 coffin:⚰️ goal_net:🥅 triangular_flag_on_post:🚩 checkered_flag:🏁 warning:⚠️ no_entry:⛔ no_entry_sign:🚫 " +
  "stop_sign:🛑 arrow_up:⬆️ arrow_right:➡️ arrow_down:⬇️ arrow_left:⬅️ arrow_upper_right:↗️ arrows_clockwise:🔃 " +
  "arrows_counterclockwise:🔄 back:🔙 end:🔚 soon:🔜 top:🔝 recycle:♻️ twisted_rightwards_arrows:🔀 repeat:🔁 " +
  "fast_forward:⏩ rewind:⏪ arrow_forward:▶️ arrow_up_small:🔼 arrow_down_small:🔽 infinity:♾️ heavy_plus_sign:➕ " +
  "heavy_minus_sign:➖ heavy_multiplication_x:✖️ question:❓ grey_question:❔ exclamation:❗ heavy_exclamation_mark:❗ " +
  "grey_exclamation:❕ bangbang:‼️ interrobang:⁉️ white_check_mark:✅ heavy_check_mark:✔️ ballot_box_with_check:☑️ x:❌ " +
  "negative_squared_cross_mark:❎ o:⭕ red_circle:🔴 orange_circle:🟠 yellow_circle:🟡 green_circle:🟢 large_blue_circle:🔵 " +
  "purple_circle:🟣 white_circle:⚪ black_circle:⚫ red_square:🟥 green_square:🟩 information_source:ℹ️ new:🆕 free:🆓 up:🆙 " +
  "ok:🆗 cool:🆒 sos:🆘 abc:🔤 1234:🔢 wheelchair:♿ passport_control:🛂 children_crossing:🚸 egg:🥚 " +
  "globe:🌐 octocat:🐙 shipit:🐿️";

const EMOJI: ReadonlyMap<string, string> = new Map(
  CODES.split(" ").map((pair) => {
    const [code = "", emoji = ""] = pair.split(":");
    return [code, emoji];
  }),
);

/** Text with `:tada:` and its like replaced; several may touch each other, as in `:tada::rocket:`. */
export function withEmoji(text: string): string {
  if (!text.includes(":")) return text;
  return text.replace(/(?<![\w:])(?::[+\w-]{1,40}:)+(?![\w:])/g, (run) =>
    run.replace(/:([+\w-]+):/g, (all, code: string) => EMOJI.get(code) ?? all),
  );
}
